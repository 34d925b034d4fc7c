/* Checks proofs of `huarong prove`. It needs the standard library of C99 only, and shares nothing with huarong.
 *
 *     cc -O2 -o check-proof check-proof.c && ./check-proof FILE...
 *
 * docs/reference/proof.md describes the file. The exit code is 0 if every file proves its claim, and 1 otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 255, CELLS = 1024, SHAPES = 255, PIECES = 255, GOALS = 4096, LINE = 1 << 16 };
typedef unsigned short Place;
typedef struct { int count, ways, cells, x[CELLS], y[CELLS]; unsigned char closed[SIDE * SIDE]; } Shape;

static const int DX[4] = {1, -1, 0, 0}, DY[4] = {0, 0, 1, -1};
static int width, height, shapes, pieces, goals, goal_len[GOALS], goal_shape[GOALS][PIECES], goal_place[GOALS][PIECES];
static unsigned char is_open[SIDE * SIDE], thin[SIDE * SIDE][2]; /* thin walls to the right and below */
static Shape *shape;
static int shape_of[PIECES], first_of[SHAPES + 1];
static char metric, line[LINE];
static FILE *file;
static jmp_buf refuted;

static void require(int holds, const char *reason, ...) {
    va_list args;
    if (holds) return;
    va_start(args, reason);
    printf("NOT proved: ");
    vprintf(reason, args);
    printf("\n");
    va_end(args);
    longjmp(refuted, 1);
}

static char *read_line(void) {
    require(fgets(line, LINE, file) != NULL, "the file ends early");
    require(strchr(line, '\n') != NULL, "a line is too long");
    line[strcspn(line, "\n")] = 0;
    return line;
}

/* The next whole number of a text, from 0 to most. */
static long number_in(char **text, long most) {
    char *end;
    long number = strtol(*text, &end, 10);
    require(end != *text && number >= 0 && number <= most, "a number is missing or out of range");
    *text = end;
    return number;
}

/* Whether a piece fits at a place; visits its cells in `taken`: 0 checks, 1 sets, -1 clears, 2 checks and ignores others. */
static int covers(int s, int place, unsigned char *taken, int set) {
    int column = place % width, row = place / width, i, j;
    for (i = 0; i < shape[s].cells; i++) {
        int x = column + shape[s].x[i], y = row + shape[s].y[i], at = y * width + x;
        if (set == 1 || set == -1) { taken[at] = set == 1; continue; }
        if (x < 0 || x >= width || y < 0 || y >= height || !is_open[at] || (set == 0 && taken[at])) return 0;
        for (j = 0; j < shape[s].cells; j++) {
            int dx = shape[s].x[j] - shape[s].x[i], dy = shape[s].y[j] - shape[s].y[i];
            if ((dx == 1 && dy == 0 && thin[at][0]) || (dx == 0 && dy == 1 && thin[at][1])) return 0;
        }
    }
    return !shape[s].closed[place];
}

static void read_position(char *text, Place *position) {
    static unsigned char taken[SIDE * SIDE];
    int i;
    memset(taken, 0, sizeof taken);
    for (i = 0; i < pieces; i++) {
        position[i] = (Place)number_in(&text, width * height - 1);
        require(i == first_of[shape_of[i]] || position[i - 1] < position[i], "places are not in order");
        require(covers(shape_of[i], position[i], taken, 0), "a piece cannot be at %d", position[i]);
        covers(shape_of[i], position[i], taken, 1);
    }
    require(text[strspn(text, " ")] == 0, "there are too many places");
}

static int is_goal(const Place *position) {
    int g, i, p, has;
    for (g = 0; g < goals; g++) {
        for (i = 0, has = 1; i < goal_len[g] && has; i++)
            for (has = 0, p = first_of[goal_shape[g][i]]; p < first_of[goal_shape[g][i] + 1]; p++)
                has |= position[p] == goal_place[g][i];
        if (has) return 1;
    }
    return 0;
}

/* The place of a piece after one step, or -1. The piece itself is not in `taken`. */
static int step(int s, int place, int way, unsigned char *taken) {
    int column = place % width + DX[way], row = place / width + DY[way], i;
    if (!(shape[s].ways >> way & 1) || column < 0 || column >= width || row < 0 || row >= height) return -1;
    if (!covers(s, row * width + column, taken, 0)) return -1;
    for (i = 0; i < shape[s].cells; i++) {
        int x = place % width + shape[s].x[i], y = place / width + shape[s].y[i];
        if (thin[(y + (way == 3 ? -1 : 0)) * width + x + (way == 1 ? -1 : 0)][way / 2]) return -1;
    }
    return row * width + column;
}

/* Calls `visit` with each position after one move under a metric: u, s or f. */
static void neighbours(const Place *position, char under, void (*visit)(const Place *)) {
    static unsigned char taken[SIDE * SIDE], known[SIDE * SIDE];
    static int stack[4 * SIDE * SIDE][2];
    Place after[PIECES];
    int p, q, top, way;
    memset(taken, 0, sizeof taken);
    for (p = 0; p < pieces; p++) covers(shape_of[p], position[p], taken, 1);
    for (p = 0; p < pieces; p++) {
        int s = shape_of[p];
        covers(s, position[p], taken, -1);
        memset(known, 0, (size_t)(width * height));
        known[position[p]] = 1;
        for (top = way = 0; way < 4; way++, top++) stack[top][0] = position[p], stack[top][1] = way;
        while (top-- > 0) {
            int at = step(s, stack[top][0], way = stack[top][1], taken);
            if (at < 0 || known[at]) continue;
            known[at] = 1;
            memcpy(after, position, sizeof after[0] * (size_t)pieces);
            after[q = p] = (Place)at;
            for (; q > first_of[s] && after[q - 1] > after[q]; q--) { Place t = after[q]; after[q] = after[q - 1]; after[q - 1] = t; }
            for (; q + 1 < first_of[s + 1] && after[q + 1] < after[q]; q++) { Place t = after[q]; after[q] = after[q + 1]; after[q + 1] = t; }
            if (under == 's') stack[top][0] = at, stack[top++][1] = way;
            if (under == 'f') for (way = 0; way < 4; way++, top++) stack[top][0] = at, stack[top][1] = way;
            visit(after);
        }
        covers(s, position[p], taken, 1);
    }
}

/* The reachable positions, with a table that finds them. */
static Place *all;
static size_t len, room, *table, table_len;
static int compare(const void *a, const void *b) {
    const Place *p = a, *q = b;
    int i;
    for (i = 0; i < pieces; i++) if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
    return 0;
}
static size_t *slot(const Place *position) {
    size_t hash = 1469598103u, i;
    for (i = 0; i < (size_t)pieces; i++) hash = (hash ^ position[i]) * 1099511628211u;
    for (hash ^= hash >> 29; ; hash++) {
        size_t *at = &table[hash & (table_len - 1)];
        if (*at == 0 || compare(all + (*at - 1) * (size_t)pieces, position) == 0) return at;
    }
}
static void index_all(size_t new_len) {
    size_t i;
    free(table);
    table = calloc(table_len = new_len, sizeof *table);
    require(table != NULL, "memory is full");
    for (i = 0; i < len; i++) *slot(all + i * (size_t)pieces) = i + 1;
}
static void reach(const Place *position) {
    if (*slot(position)) return;
    if (len == room) require((all = realloc(all, (room *= 2) * sizeof *all * (size_t)pieces)) != NULL, "memory is full");
    memcpy(all + len * (size_t)pieces, position, sizeof *all * (size_t)pieces);
    *slot(position) = ++len;
    if (2 * len > table_len) index_all(2 * table_len);
}

static unsigned long *number, least, most, never;
static void look(const Place *position) {
    unsigned long found = number[*slot(position) - 1];
    if (found < least) least = found;
    if (found > most) most = found;
}
static const Place *wanted;
static int is_next;
static void find(const Place *position) { is_next |= compare(position, wanted) == 0; }

static void read_puzzle(void) {
    char *text = read_line(), *word;
    int i, x, y, stage;
    require(sscanf(text, "board %d %d", &width, &height) == 2 && width > 0 && height > 0 && width <= SIDE && height <= SIDE, "there is no board");
    memset(is_open, 0, sizeof is_open); memset(thin, 0, sizeof thin);
    for (y = 0; y < height; y++)
        for (text = read_line(), require((int)strlen(text) == width, "a row has a wrong length"), x = 0; x < width; x++) is_open[y * width + x] = text[x] == '.';
    shapes = pieces = goals = stage = 0;
    for (text = read_line(); strncmp(text, "start", 5) != 0; text = read_line()) {
        int before = stage;
        stage = strncmp(text, "thin ", 5) == 0 ? 0 : strncmp(text, "shape ", 6) == 0 ? 1 : 2;
        require(stage >= before, "a line is out of order: %.20s", text);
        if (stage == 0) {
            long at = number_in((text += 5, &text), width * height - 1);
            thin[at][strcmp(text, " down") == 0] = 1;
        } else if (stage == 1) {
            Shape *s = &shape[shapes];
            int first = -1;
            require(shapes < SHAPES, "there are too many shapes");
            memset(s, 0, sizeof *s);
            s->count = (int)number_in((text += 6, &text), PIECES - pieces);
            word = strtok(text, " ");
            s->ways = word == NULL ? 0 : strcmp(word, "both") == 0 ? 15 : strcmp(word, "rows") == 0 ? 3 : strcmp(word, "columns") == 0 ? 12 : 0;
            require(s->ways && (word = strtok(NULL, " ")) != NULL, "a shape is not complete");
            for (x = y = 0; *word; word++, x++) {
                if (*word == '/') { y++; x = -1; continue; }
                if (*word != 'x') continue;
                require(s->cells < CELLS, "a shape is too large");
                if (first < 0) first = x;
                s->x[s->cells] = x - first; s->y[s->cells++] = y;
            }
            require(s->cells > 0 && s->y[0] == 0, "the first row of a shape has no cell");
            while ((word = strtok(NULL, " ")) != NULL) s->closed[number_in(&word, width * height - 1)] = 1;
            first_of[shapes] = pieces;
            for (i = 0; i < s->count; i++) shape_of[pieces++] = shapes;
            first_of[++shapes] = pieces;
        } else {
            require(strncmp(text, "goal", 4) == 0 && (text[4] == ' ' || text[4] == 0) && goals < GOALS, "a line is unknown: %.20s", text);
            for (text += 4, goal_len[goals] = 0; *text; goal_len[goals]++) {
                require(goal_len[goals] < PIECES, "a goal is too long");
                goal_shape[goals][goal_len[goals]] = (int)number_in(&text, shapes - 1);
                require(*text++ == '@', "a goal has no place");
                goal_place[goals][goal_len[goals]] = (int)number_in(&text, width * height - 1);
            }
            goals++;
        }
    }
    require(goals > 0, "there is no goal");
}

static void check(void) {
    char claim[16], text[16], whole[64];
    unsigned long moves = 0, nearest, goal_positions = 0;
    size_t i, count;
    int d, digits;
    Place start[PIECES], *solution = NULL;
    require(strcmp(read_line(), "huarong proof 1") == 0, "the first line is not `huarong proof 1`");
    require(sscanf(read_line(), "claim %15s %lu", claim, &moves) >= 1, "there is no claim");
    snprintf(whole, sizeof whole, strcmp(claim, "optimal") == 0 ? "claim %s %lu" : "claim %s", claim, moves);
    require(strcmp(line, whole) == 0, "the claim is unknown: %.40s", line);
    require(sscanf(read_line(), "metric %15s", text) == 1, "there is no metric");
    require(strcmp(text, "unit") == 0 || strcmp(text, "straight") == 0 || strcmp(text, "finger") == 0, "the metric is unknown");
    metric = text[0];
    read_puzzle();
    read_position(line + 5, start);
    if (strcmp(claim, "optimal") == 0) {
        require(sscanf(read_line(), "solution %lu", &nearest) == 1 && nearest == moves && moves < 65535, "the solution has another length");
        require((solution = malloc((moves + 1) * sizeof *solution * PIECES)) != NULL, "memory is full");
        for (i = 0; i <= moves; i++) read_position(read_line(), solution + i * PIECES);
    }
    require(sscanf(read_line(), "numbers %zu %d", &count, &digits) == 2 && digits >= 1 && digits <= 4, "there are no numbers");
    len = 0; room = 1024;
    require((all = realloc(all, room * sizeof *all * (size_t)(pieces + 1))) != NULL, "memory is full");
    index_all(4096);
    reach(start);
    for (i = 0; i < len; i++) {
        Place at[PIECES];
        memcpy(at, all + i * (size_t)pieces, sizeof *all * (size_t)pieces);
        neighbours(at, 'u', reach);
    }
    require(len == count, "%zu positions are reachable, not %zu", len, count);
    qsort(all, len, sizeof *all * (size_t)pieces, compare);
    index_all(table_len);
    require((number = realloc(number, len * sizeof *number)) != NULL, "memory is full");
    for (never = 1, d = 0; d < digits; d++) never *= 94;
    for (never--, i = 0; i < len; i++)
        for (number[i] = 0, d = 0; d < digits; d++) {
            int sign;
            while ((sign = fgetc(file)) == '\n') {}
            require(sign >= '!' && sign <= '~', "a sign of a number is unknown or missing");
            number[i] = 94 * number[i] + (unsigned long)(sign - '!');
        }
    while ((d = fgetc(file)) == '\n') {}
    require(d == EOF, "something follows the numbers");
    for (i = 0; i < len; i++) {
        const Place *position = all + i * (size_t)pieces;
        int goal = is_goal(position);
        least = never; most = 0;
        neighbours(position, metric, look);
        if (strcmp(claim, "distances") == 0) {
            nearest = least < never ? least + 1 : never;
            require((number[i] == 0) == goal, "0 belongs to goal positions, and only to them");
            /* No distance may be the number that stands for none. */
            require(goal || (number[i] == nearest && (nearest == never) == (least == never)), "position %zu has %lu, and the least beside it is %lu", i, number[i], least);
            continue;
        }
        require(most <= number[i] + 1, "a move from position %zu raises the number by more than 1", i);
        require(!goal || number[i] >= moves, "a goal position has a smaller number than the claim");
        goal_positions += (unsigned long)goal;
    }
    if (strcmp(claim, "distances") == 0) { printf("proved: the distances of %zu positions in %s moves\n", len, text); return; }
    require(number[*slot(start) - 1] == 0, "the number of the start is not 0");
    if (strcmp(claim, "unsolvable") == 0) {
        require(goal_positions == 0, "a goal position is reachable");
        printf("proved: no moves lead to the goal (%zu positions)\n", len);
        return;
    }
    require(solution != NULL && compare(solution, start) == 0, "the claim is unknown, or the solution has another start");
    for (i = 0; i < moves; i++) {
        is_next = 0; wanted = solution + (i + 1) * PIECES;
        neighbours(solution + i * PIECES, metric, find);
        require(is_next, "move %zu of the solution is not possible", i + 1);
    }
    require(is_goal(solution + moves * PIECES), "the solution does not end in the goal");
    printf("proved: optimal solutions have %lu %s moves (%zu positions)\n", moves, text, len);
}

int main(int argc, char **argv) {
    volatile int i, failed = argc < 2;
    shape = calloc(SHAPES + 1, sizeof *shape);
    if (shape == NULL) return 1;
    for (i = 1; i < argc; i++) {
        printf("%s: ", argv[i]);
        file = fopen(argv[i], "r");
        if (setjmp(refuted) != 0) failed = 1;
        else { require(file != NULL, "the file cannot be read"); check(); }
        if (file != NULL) fclose(file);
    }
    return failed;
}
