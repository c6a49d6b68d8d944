import { CompiledDocument } from '../answers/compiled-document.js';
import {
  exampleValue,
  operationsIn,
  shownValues,
  type Content,
  type Schema,
  type ServedDocument,
} from './served-document.js';

/** Judges values by schemas of a document, as JSON Schema 2020-12 has it. */
export class Validity {
  private readonly compiled: CompiledDocument;

  constructor(private readonly document: ServedDocument) {
    this.compiled = new CompiledDocument(document);
  }

  /** What is wrong with a value; nothing, where it fits. */
  faults(place: string, schema: Schema, value: unknown): string[] {
    const errors = this.compiled.errorsOf(schema, value);
    return errors.map(({ instancePath, message }) => `${place}${instancePath}: ${message}`);
  }

  /** What is wrong with the examples of parameters, members, bodies and answers. */
  all(): string[] {
    return [...this.parameters(), ...this.contents(), ...this.members()];
  }

  private parameters(): string[] {
    return operationsIn(this.document).flatMap(({ place, parameters = [] }) =>
      parameters.flatMap((parameter) =>
        shownValues(parameter).flatMap((value) => this.faults(`${place} ${parameter.name}`, parameter.schema, value)),
      ),
    );
  }

  private contents(): string[] {
    return operationsIn(this.document).flatMap(({ place, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.entries(part?.content ?? {}).flatMap(([type, content]) => this.content(`${place} ${type}`, content)),
      ),
    );
  }

  private content(place: string, { schema = {}, examples = {} }: Content): string[] {
    return Object.entries(examples).flatMap(([name, example]) =>
      this.faults(`${place} ${name}`, schema, exampleValue(this.document, example)),
    );
  }

  private members(): string[] {
    return Object.entries(this.document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([member, schema]) =>
        (schema.examples ?? []).flatMap((value) => this.faults(`${name}.${member}`, schema, value)),
      ),
    );
  }
}
