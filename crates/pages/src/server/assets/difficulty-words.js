/** Texts of the measures of difficulty. */
import { pageWords, text } from './words.js';

export const words = pageWords({
  heading: text('How hard for people', '對人有多難'),
  lead: text((/** @type {string} */ metric) =>
      `Measures of this position, in ${metric.toLowerCase()} moves. None of them predicts how hard it is for you.`,
    (metric) => `這個局面的各項指標，以${metric}計步。沒有一項能預測它對你有多難。`),
  explanation: text('How each is defined, and who studied it', '各項的定義與相關研究（英文）'),
  measuring: text('Measuring…', '正在計算指標…'),
  unsolvable: text('The goal is unreachable, so there are no measures.', '無法到達目標，所以沒有指標。'),
  tooLarge: text('Too many positions are reachable to measure them here. The program huarong measures more.',
    '可到達的局面太多，無法在這裡計算。程式 huarong 能計算更大的謎題。'),
  onServer: text('The measures are not on this site, because they would make its pages slower to load. The program has them: huarong serve, or huarong difficulty.',
    '為了讓網頁載入得快，這個網站不提供這些指標。可用程式：huarong serve 或 huarong difficulty。'),
  none: text('none', '無'),
  tooMany: text('too many', '太多'),
  /** @type {Record<string, [name: string, definition: string]>} */
  rows: {
    solutions: text(['Optimal solutions', 'up to the order of independent moves / all'], ['最佳解法', '不計獨立移動的順序／全部']),
    mobility: text(['Possible moves', 'here / mean along optimal solutions'], ['可走的步', '這裡／最佳解法沿途平均']),
    wrong: text(['Wrong moves', 'moves along an optimal solution that lead no nearer to the goal, mean'],
      ['錯步', '最佳解法沿途不能更接近目標的走法，平均']),
    depth: text(['Depth of wrong moves', 'moves lost until every move leads back: mean / largest'],
      ['錯步的深度', '直到每步都往回走所損失的步數：平均／最大']),
    nextBest: text(['Next best solution', 'the shortest longer one that takes back no move: moves / moves until it parts'],
      ['次佳解法', '不走回頭步、比最佳解法長的最短解法：步數／分開前的步數']),
    away: text(['Moves away from the goal', 'of the goal pieces, in an optimal solution: mean / fewest'],
      ['遠離目標的步', '最佳解法中目標棋子遠離目標的步數：平均／最少']),
    returns: text(['Returns', 'moves of the first optimal solution that bring a piece back to an earlier place'],
      ['回到原處', '第一個最佳解法中使棋子回到先前位置的步數']),
    unavoidable: text(['Positions on the way', 'that all solutions pass / that all optimal solutions pass'],
      ['必經局面', '所有解法都經過／所有最佳解法都經過']),
    forced: text(['Forced moves', 'that all optimal solutions make / the longest stretch of them'],
      ['必走的步', '所有最佳解法都走的步／其中最長的一段']),
    obstacles: text(['Tree of obstacles', 'slides that clear the straight path of the goal piece: all / longest branch / fewest'],
      ['障礙樹', '為目標棋子的直線路徑清路的滑動：全部／最長分支／最少']),
    deadEnds: text(['Dead ends', 'positions with at most one move / all reachable positions'],
      ['死路', '最多只有一步可走的局面／全部可到達的局面']),
  },
});
