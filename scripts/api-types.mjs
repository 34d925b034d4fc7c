// Writes the types of the API's answers, from its description: scripts/types checks the pages against them.
import { readFileSync } from 'node:fs';

const { paths, components: { schemas } } = JSON.parse(readFileSync(process.argv[2], 'utf8'));

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  const choices = schema.enum ?? ('const' in schema ? [schema.const] : null);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  return [schema.type].flat().map((type) => typeNamed(type, schema)).join(' | ');
}

function typeNamed(type, { properties, required = [], items, prefixItems, minItems, maxItems }) {
  if (type === 'integer') return 'number';
  if (type === 'array') {
    const tuple = prefixItems ?? (minItems === maxItems && maxItems > 0 ? Array(maxItems).fill(items) : null);
    return tuple ? `[${tuple.map(typeOf).join(', ')}]` : `(${typeOf(items)})[]`;
  }
  if (type !== 'object') return type;
  if (!properties) return 'Record<string, any>';
  const fields = Object.entries(properties).map(([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)};`);
  return `{ ${fields.join(' ')} }`;
}

/** The type of the answer at a path, whose parameters stand for any text. */
function answerAt([path, { get }]) {
  const schema = get.responses['200'].content['application/json']?.schema;
  const key = path.includes('{') ? `[path: \`${path.replace(/{\w+}/g, '${string}')}\`]` : `'${path}'`;
  return schema ? `${key}: ${typeOf(schema)};` : '';
}

for (const [name, schema] of Object.entries(schemas)) console.log(`export type ${name} = ${typeOf(schema)};`);
console.log(`export interface Answers { ${Object.entries(paths).map(answerAt).join(' ')} }`);
