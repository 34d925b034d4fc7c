/** Draws the points and lines of a map in space with WebGL. */

/** @typedef {[red: number, green: number, blue: number]} Colour from 0 to 1 */

/**
 * @typedef {object} Scene
 * @property {Float32Array} matrix from places to the canvas, column by column
 * @property {number} size of a point at distance 1, in pixels of the canvas
 * @property {[near: number, far: number]} depth the nearest and the farthest distance of a point from the eye
 * @property {Colour[]} colours of the first level, of the middle level and of the last level
 * @property {Colour} ground
 * @property {number} alpha of lines
 */

/** Colours by the share of the level, and fades far things into the ground. */
const COMMON = `#version 300 es
precision highp float;
uniform mat4 matrix;
uniform vec3 colours[3];
uniform vec3 ground;
uniform vec2 depth;
uniform float size;
in vec3 place;
in float level;
out vec3 colour;
void main() {
  gl_Position = matrix * vec4(place, 1.0);
  vec3 own = level < 0.5 ? mix(colours[0], colours[1], level * 2.0) : mix(colours[1], colours[2], level * 2.0 - 1.0);
  float far = clamp((gl_Position.w - depth.x) / (depth.y - depth.x), 0.0, 1.0);
  colour = mix(own, ground, far * 0.55);
  gl_PointSize = max(size / gl_Position.w, 1.0);
}`;

const POINTS = `#version 300 es
precision mediump float;
in vec3 colour;
out vec4 drawn;
void main() {
  vec2 from = gl_PointCoord - 0.5;
  if (dot(from, from) > 0.25) discard;
  drawn = vec4(colour, 1.0);
}`;

const LINES = `#version 300 es
precision mediump float;
uniform float alpha;
in vec3 colour;
out vec4 drawn;
void main() { drawn = vec4(colour * alpha, alpha); }`;

/** Whether the browser has WebGL. */
export function hasWebGl() {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers allow only a few contexts at a time.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

export class SpaceDrawing {
  #gl;
  #points;
  #lines;
  #places;
  #levels;
  #order;
  #ends;
  /** Number of nodes, and of lines. */
  #nodes = 0;
  #count = 0;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const gl = canvas.getContext('webgl2', { antialias: false, alpha: false });
    if (!gl) throw new Error('no WebGL');
    this.#gl = gl;
    this.#points = program(gl, POINTS);
    this.#lines = program(gl, LINES);
    this.#places = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#places);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    this.#levels = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#levels);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 1, gl.FLOAT, false, 0, 0);
    this.#order = gl.createBuffer();
    this.#ends = gl.createBuffer();
  }

  /**
   * Takes the nodes and lines of a map. Their places follow.
   * @param {Float32Array} levels the share of the level of each node, from 0 to 1
   * @param {Uint32Array} order the nodes in the order of drawing
   * @param {Uint32Array} ends the two nodes of each line
   */
  load(levels, order, ends) {
    const gl = this.#gl;
    this.#nodes = order.length;
    this.#count = ends.length / 2;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#levels);
    gl.bufferData(gl.ARRAY_BUFFER, levels, gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#order);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, order, gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#ends);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, ends, gl.STATIC_DRAW);
    this.place(new Float32Array(3 * levels.length));
  }

  /** @param {Float32Array} places x, y and z of each node */
  place(places) {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#places);
    gl.bufferData(gl.ARRAY_BUFFER, places, gl.DYNAMIC_DRAW);
  }

  /** @param {Scene} scene @param {{points: number, lines: number}} share of the points and lines that are drawn */
  draw(scene, { points, lines }) {
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(...scene.ground, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    this.#use(this.#points, scene);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#order);
    gl.drawElements(gl.POINTS, Math.ceil(this.#nodes * points), gl.UNSIGNED_INT, 0);
    // Lines do not hide one another, so that crowded places look dense.
    gl.depthMask(false);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.#use(this.#lines, scene);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#ends);
    gl.drawElements(gl.LINES, 2 * Math.ceil(this.#count * lines), gl.UNSIGNED_INT, 0);
    gl.depthMask(true);
  }

  /** @param {WebGLProgram} program @param {Scene} scene */
  #use(program, { matrix, size, depth, colours, ground, alpha }) {
    const gl = this.#gl;
    gl.useProgram(program);
    const at = (/** @type {string} */ name) => gl.getUniformLocation(program, name);
    gl.uniformMatrix4fv(at('matrix'), false, matrix);
    gl.uniform3fv(at('colours'), colours.flat());
    gl.uniform3fv(at('ground'), ground);
    gl.uniform2fv(at('depth'), depth);
    gl.uniform1f(at('size'), size);
    gl.uniform1f(at('alpha'), alpha);
  }
}

/** @param {WebGL2RenderingContext} gl @param {string} fragment */
function program(gl, fragment) {
  const made = gl.createProgram();
  for (const [type, source] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, COMMON], [gl.FRAGMENT_SHADER, fragment]])) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error('no WebGL');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.bindAttribLocation(made, 0, 'place');
  gl.bindAttribLocation(made, 1, 'level');
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made) ?? 'no WebGL');
  return made;
}
