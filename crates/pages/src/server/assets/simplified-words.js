/**
 * Simplified Chinese texts, made from the Traditional ones: other characters, other words, and other names of columns and
 * rows. A text that needs another sentence is an exception, which is written out beside the table.
 */

/** Traditional characters, each before its simplified form. */
const CHARACTERS = `
  圖图鑑鉴盤盘兩两個个組组種种標标確确離离點点選选難难動动橫横塊块豎竖顯显沒没這这數数連连寬宽與与擺摆達达為为鏡镜別别
  計计鄰邻題题無无條条畫画長长從从見见記记屬属於于樣样開开遠远頁页訂订製制謎谜說说須须網网類类車车時时間间範范圍围狀状
  雙双牆墙幾几級级會会變变對对稱称極极簡简隨随機机來来還还檢检體体過过請请減减縮缩編编輯辑項项預预測测義义關关裡里
  讓让獨独順顺錯错損损頭头處处經经礙碍樹树線线徑径鍵键疊叠遊游轉转讀读輸输馬马複复覽览許许刪删號号戲戏較较邊边結结現现
  內内後后試试應应寫写華华壞坏當当輪轮勝胜電电腦脑執执參参獲获敗败著着換换終终單单門门規规則则顏颜評评認认譜谱
  滿满顆颗層层紅红圓圆張张滾滚獻献續续進进帶带聲声調调庫库專专紀纪錄录觸触書书發发繼继輔辅績绩隱隐繞绕閉闭暫暂並并蓋盖
  輛辆虛虚證证構构繪绘們们該该閘闸筆笔塗涂嘗尝論论彎弯語语淺浅紙纸戰战側侧設设碼码鐘钟
`;

/** Words that differ by more than their characters. @type {readonly [traditional: string, simplified: string][]} */
const WORDS = [
  ['伺服器', '服务器'], ['瀏覽器', '浏览器'], ['開啟', '打开'], ['儲存', '保存'], ['復原', '撤销'], ['最佳成績', '最好成绩'],
  ['你的最佳', '你的最好'], ['最佳', '最优'], ['次佳', '次优'], ['資料', '数据'], ['網路', '网络'], ['連結', '链接'],
  ['檔案', '文件'], ['檔', '文件'], ['記憶體', '内存'], ['預設', '默认'], ['目前沒有', '目前没有'], ['目前多', '目前多'],
  ['目前', '当前'], ['列印', '打印'], ['存成檔案', '存成文件'], ['存成', '保存为'], ['用文字', '用文字'],
  ['以文字', '用文本'], ['文字', '文本'], ['以空格', '用空格'], ['取代', '替换'], ['選取', '选中'], ['捲動', '滚动'],
  ['程式', '程序'], ['搜尋', '搜索'], ['隨機產生', '随机生成'], ['亂數', '随机'], ['機率', '概率'], ['載入', '加载'],
  ['下載', '下载'], ['檔案讀入', '文件读入'], ['瀏覽器讀入', '浏览器读入'], ['讀入', '读取'], ['轉動', '旋转'],
  ['拖曳移動', '拖动'], ['拖曳', '拖动'], ['點一下', '单击'], ['跟著', '随之'], ['，符合 ', '，符合条件的有 '],
  ['符合的條件', '符合的条件'], ['符合的', '符合条件的'], ['啟用字母鍵與', '启用字母键和'], ['貼上', '粘贴'],
  ['輪到下子的', '当前'], ['再按一次就', '再按一次'], ['下子', '落子'], ['落下', '下落'], ['和局', '和棋'],
  ['自訂', '自定义'], ['示範', '演示'], ['陣列', '数组'], ['位元', '位'], ['還要', '还需'], ['由大到小', '从大到小'],
  ['由小到大', '从小到大'], ['由上到下', '从上到下'], ['由難到易', '从难到易'], ['由易到難', '从易到难'],
  ['由步數', '从步数'], ['長條圖', '柱状图'], ['立體', '三维'], ['要求', '请求'], ['回應', '响应'], ['缺漏', '缺失'],
  ['欄數', '列数'], ['列數', '行数'], ['欄或列', '行或列'], ['列與列', '行与行'], ['逐列', '逐行'],
  ['同一列', '同一行'], ['上面一列', '上面一行'], ['最上列', '最上一行'], ['合為', '组成'], ['達成任何一個', '达成任意一个'],
  ['空白鍵', '空格键'], ['學習單', '练习单'], ['依形狀', '按形状'], ['QR 碼', '二维码'], ['「', '“'], ['」', '”'],
];

const SIMPLIFIED = new Map([...(CHARACTERS.match(/\S\S/g) ?? []).map((pair) => /** @type {const} */ ([pair.charAt(0), pair.charAt(1)])), ...WORDS]);
/** The longest words come first. */
const TRADITIONAL = new RegExp([...SIMPLIFIED.keys()].sort((a, b) => b.length - a.length).join('|'), 'g');

/** @param {string} text */
function convert(text) {
  return text.replace(/第 (\S+) 欄第 (\S+) 列/g, '第 $2 行第 $1 列').replace(/第 (\S+) 列第 (\S+) 欄/g, '第 $1 行第 $2 列')
    .replace(TRADITIONAL, (word) => SIMPLIFIED.get(word) ?? word);
}

/** Stands for an argument in Chinese, which is in the words of the visitor or simplified already. */
const HELD = 0xe000;

/**
 * What a function writes, with its arguments as they are.
 * @param {(...args: unknown[]) => unknown} write
 * @param {unknown[]} args
 */
function written(write, args) {
  /** @type {string[]} */
  const held = [];
  /** @type {(value: any) => unknown} */
  const hold = (value) => {
    if (typeof value === 'string') return /\p{Script=Han}/u.test(value) ? String.fromCharCode(HELD + held.push(value) - 1) : value;
    if (Array.isArray(value)) return value.map(hold);
    return value !== null && typeof value === 'object' ? mapped(value, hold) : value;
  };
  return convert(String(write(...args.map(hold)))).replace(/[\ue000-\uf8ff]/g, (sign) => held[sign.charCodeAt(0) - HELD] ?? sign);
}

/** @param {object} table @param {(value: any, key: string) => unknown} change */
function mapped(table, change) {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value, key)]));
}

/**
 * Some entries of a table, and of the tables in it.
 * @template T
 * @typedef {T extends ((...args: any[]) => any) | readonly any[] ? T : {[K in keyof T]?: Exceptions<T[K]>}} Exceptions
 */

/**
 * The simplified form of a text, of a function that writes one, or of a table of both.
 * @template T
 * @param {T} traditional
 * @param {Exceptions<NoInfer<T>>} [exceptions] entries that are written out
 * @returns {T}
 */
export function simplified(traditional, exceptions) {
  const made = /** @type {any} */ (traditional);
  const own = /** @type {any} */ (exceptions);
  if (typeof made === 'string') return own ?? convert(made);
  if (typeof made === 'function') return own ?? new Proxy(made, { apply: (write, _, args) => written(write, args) });
  if (Array.isArray(made)) return own ?? made.map((one) => simplified(one));
  return /** @type {any} */ (mapped(made, (value, key) => simplified(value, own?.[key])));
}

/** The type of a text: any, instead of this one. @template T @typedef {T extends string ? string : T} Widened */

/** A text in English and in Traditional Chinese. */
class Text {
  /**
   * @param {unknown} en
   * @param {unknown} hant
   * @param {any} exceptions
   */
  constructor(en, hant, exceptions) {
    this.en = en;
    this.hant = hant;
    this.exceptions = exceptions;
  }
}

/**
 * A text beside its translation, or texts beside theirs. In the tables of a language, the text itself is in its place.
 * @template T
 * @param {T} en
 * @param {NoInfer<Widened<T>>} hant
 * @param {Exceptions<NoInfer<Widened<T>>>} [exceptions] simplified texts that are written out
 * @returns {Widened<T>}
 */
export function text(en, hant, exceptions) {
  return /** @type {any} */ (new Text(en, hant, exceptions));
}

/**
 * A table with the texts of one language.
 * @param {any} table
 * @param {(text: Text) => unknown} choose
 * @returns {any}
 */
function chosen(table, choose) {
  if (table instanceof Text) return choose(table);
  return table?.constructor === Object ? mapped(table, (part) => chosen(part, choose)) : table;
}

/**
 * The texts of a table in all languages. What is no `text` is the same in all.
 * @template T
 * @param {T} table
 * @returns {Record<'en' | 'hant' | 'hans', T>}
 */
export function inLanguages(table) {
  return {
    en: chosen(table, ({ en }) => en),
    hant: chosen(table, ({ hant }) => hant),
    hans: chosen(table, ({ hant, exceptions }) => simplified(hant, exceptions)),
  };
}
