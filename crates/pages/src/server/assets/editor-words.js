/** Texts of the editor. */
import { pageWords, text } from './words.js';

export const words = pageWords({
  help: text('Choose a shape, then the cell for its top-left corner. On the board: arrow keys move; B, H, V and S place a big, ' +
      'horizontal, vertical or small piece; Delete removes one. A new piece ' +
      'replaces those under it. The goal cannot be changed.',
    '先選形狀，再選放置其左上角的格子。在棋盤上：方向鍵移動，B H V S 放置大塊、橫塊、豎塊、小塊，Delete 移除。新棋子會取代所在位置的棋子。目標固定不變。'),
  palette: text('Shapes', '形狀'),
  otherBoards: text('Make a puzzle with another board, other pieces or another goal', '自製其他棋盤、棋子或目標的謎題'),
  erase: text('Erase', '清除'),
  legal: text((/** @type {string} */ set) => `A position of ${set}.`, (set) => `這是 ${set} 的局面。`),
  unsolvable: text('The goal is unreachable from it.', '從這裡無法到達目標。'),
  known: text('Known as', '名稱：'),
  play: text('Play it', '開始遊玩'),
  clear: text('Clear', '清空'),
  mirror: text('Mirror left-right', '左右翻轉'),
  paste: text('Read a position', '讀入局面'),
  pasteHelp: text('Enter a position in any notation, or the name of an opening, such as Red Donkey. Ctrl+Enter reads it.',
    '輸入任何一種記法的局面，或名局的名稱，例如橫刀立馬、Red Donkey。按 Ctrl+Enter 讀入。',
    '输入任意一种记法的局面，或名局的名称，例如横刀立马、Red Donkey。按 Ctrl+Enter 读取。'),
  read: text('Read', '讀入'),
  copy: text('Copy', '複製'),
  copyNotation: text((/** @type {string} */ notation) => `Copy: ${notation}`, (notation) => `複製：${notation}`),
  copied: text('Copied.', '已複製。'),
  notCopied: text('The browser does not allow copying.', '瀏覽器不允許複製。'),
  noNotations: text('A legal position appears here in every notation.', '局面合法時，這裡會列出它的各種記法。'),
  picture: text('Picture', '圖片'),
  download: text('Save as SVG', '存成 SVG'),
  layouts: text('Your positions', '我的局面'),
  layoutName: text('Name', '名稱'),
  save: text('Save', '儲存'),
  saved: text((/** @type {string} */ name) => `Saved: ${name}.`, (name) => `已儲存：${name}。`),
  notSaved: text('Only a legal position can be saved.', '只能儲存合法的局面。'),
  taken: text((/** @type {string} */ name) => `A position named ${name} exists. Save again to replace it.`,
    (name) => `已有名為「${name}」的局面。再存一次就會取代它。`,
    (name) => `已有名为“${name}”的局面。再次保存会替换它。`),
  replace: text('Replace', '取代'),
  noLayouts: text('The positions that you save stay in this browser.', '儲存的局面只留在這個瀏覽器裡。'),
  open: text('Open', '開啟'),
  remove: text((/** @type {string} */ name) => `Delete ${name}`, (name) => `刪除「${name}」`),
  removed: text((/** @type {string} */ name) => `Deleted: ${name}.`, (name) => `已刪除：${name}。`),
  notation: text({
      grid: 'Grid', letters: 'Letters', 'paper-array': 'Array', 'paper-value': 'Array value', code36: '36 bits',
      glyph: 'Glyphs', pretty: 'Boxes',
    },
    {
      grid: '格子', letters: '字母', 'paper-array': '陣列', 'paper-value': '陣列值', code36: '36 位元',
      glyph: '符號', pretty: '方框',
    }),
});

/** @typedef {typeof words.en} Words */
