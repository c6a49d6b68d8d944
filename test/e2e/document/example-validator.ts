import { CompiledDocument } from '../../support/document/compiled-document.js';
import {
  exampleValue,
  operationsIn,
  exampleValuesOf,
  type MediaTypeObject,
  type Schema,
  type ServedDocument,
} from '../../support/document/served-document.js';

/** Validates values against the schemas of a document (JSON Schema 2020-12). */
export class ExampleValidator {
  private readonly compiled: CompiledDocument;

  constructor(private readonly document: ServedDocument) {
    this.compiled = new CompiledDocument(document);
  }

  /** Validation errors of a value. Empty if the value is valid. */
  validate(location: string, schema: Schema, value: unknown): string[] {
    const errors = this.compiled.errorsOf(schema, value);
    return errors.map(({ instancePath, message }) => `${location}${instancePath}: ${message}`);
  }

  /** Validation errors of all examples: parameters, members, request bodies and responses. */
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
