// Solves the classic start with the package klotski of npm, a solver in JavaScript, and prints the number of finger moves.
// `scripts/bench` installs the package in the folder of the first argument.
const [, , folder] = process.argv;
const Klotski = require(require.resolve("klotski", { paths: [folder] }));

const blocks = [
    [2, 2, 0, 1],
    [2, 1, 0, 0],
    [2, 1, 0, 3],
    [2, 1, 2, 0],
    [2, 1, 2, 3],
    [1, 2, 2, 1],
    [1, 1, 3, 1],
    [1, 1, 3, 2],
    [1, 1, 4, 0],
    [1, 1, 4, 3],
].map(([rows, columns, row, column]) => ({ shape: [rows, columns], position: [row, column] }));
const moves = new Klotski().solve({ blocks, boardSize: [5, 4], escapePoint: [3, 1] });
console.log(moves.at(-1).step);
