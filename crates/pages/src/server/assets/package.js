/** What the program fills in where scripts leave the pages: the style sheet board.css as text, and its version. */
export const STYLE = '';
export const VERSION = '';
