import type { OpenAPIObject } from '@nestjs/swagger';
import { eachAnswer } from './document-answers.js';
import { nameIn, sampleOf, type Schemas } from './schema-samples.js';

/** Gives every successful answer an example, put together from those of its schema's members. */
export function addExamples(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const served = new Set<string>();
  for (const { content } of eachAnswer(document)) {
    const json = content?.['application/json'];
    const reference = json?.schema?.['$ref'];
    if (!json || typeof reference !== 'string') continue;
    const name = nameIn(reference);
    json.examples = { [name]: { $ref: `#/components/examples/${name}` } };
    served.add(name);
  }
  const examples = [...served].map((name) => [name, { value: sampleOf(schemas[name] ?? {}, schemas) }]);
  document.components = {
    ...document.components,
    examples: { ...document.components?.examples, ...Object.fromEntries(examples) },
  };
}

/** Writes the example of a member as JSON Schema has it, in a list (OpenAPI 3.1 deprecates the single one). */
export function listExamples({ components }: OpenAPIObject): void {
  for (const { properties = {} } of Object.values((components?.schemas ?? {}) as Schemas)) {
    for (const member of Object.values(properties) as { example?: unknown; examples?: unknown[] }[]) {
      if (!('example' in member)) continue;
      member.examples = [member.example];
      delete member.example;
    }
  }
}
