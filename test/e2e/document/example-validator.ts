import { CompiledDocument } from '../../support/document/compiled-document.js';
import {
  exampleValue,
  operationsIn,
  exampleValuesOf,
  type MediaTypeObject,
  type Schema,
  type ServedDocument,
} from '../../support/document/served-document.js';

/** Judges values by schemas of a document, as JSON Schema 2020-12 has it. */
export class ExampleValidator {
  private readonly compiled: CompiledDocument;

  constructor(private readonly document: ServedDocument) {
    this.compiled = new CompiledDocument(document);
  }

  /** What is wrong with a value; nothing, where it fits. */
  validate(location: string, schema: Schema, value: unknown): string[] {
    const errors = this.compiled.errorsOf(schema, value);
    return errors.map(({ instancePath, message }) => `${location}${instancePath}: ${message}`);
  }

  /** What is wrong with the examples of parameters, members, bodies and answers. */
  validateAll(): string[] {
    return [...this.parameters(), ...this.contents(), ...this.members()];
  }

  private parameters(): string[] {
    return operationsIn(this.document).flatMap(({ location, parameters = [] }) =>
      parameters.flatMap((parameter) =>
        exampleValuesOf(parameter).flatMap((value) =>
          this.validate(`${location} ${parameter.name}`, parameter.schema, value),
        ),
      ),
    );
  }

  private contents(): string[] {
    return operationsIn(this.document).flatMap(({ location, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.entries(part?.content ?? {}).flatMap(([type, content]) => this.content(`${location} ${type}`, content)),
      ),
    );
  }

  private content(location: string, { schema = {}, examples = {} }: MediaTypeObject): string[] {
    return Object.entries(examples).flatMap(([name, example]) =>
      this.validate(`${location} ${name}`, schema, exampleValue(this.document, example)),
    );
  }

  private members(): string[] {
    return Object.entries(this.document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([member, schema]) =>
        (schema.examples ?? []).flatMap((value) => this.validate(`${name}.${member}`, schema, value)),
      ),
    );
  }
}
