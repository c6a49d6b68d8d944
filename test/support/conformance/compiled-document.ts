import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { documentedOperations, documentedProblem } from './documented-operations.js';
import type { ApiDocument, DocumentedResponse, DocumentedOperation } from './documented-operations.js';
import { ClosedSchemas, type Schema } from './closed-schemas.js';

/** Keywords that OpenAPI adds to those of JSON Schema; they refuse nothing. */
const ANNOTATIONS = ['example', 'externalDocs', 'xml', 'discriminator'];

/** What the compiler knows the schemas of the document by. */
const ROOT = 'calendar:document';

/** A document with what is made of its schemas when it is first needed. */
export class CompiledDocument {
  readonly operations: readonly DocumentedOperation[];
  /** What is answered where no operation is: an error, as any other. */
  readonly problem: DocumentedResponse;
  private readonly compiler: Ajv2020;
  /** By the text of their schemas: those of most errors are alike. */
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    const { schemas = {} } = document.components ?? {};
    const closed = new ClosedSchemas(schemas);
    this.operations = documentedOperations(document);
    this.problem = documentedProblem(document);
    this.compiler = new Ajv2020({
      allErrors: true,
      strict: false,
      strictSchema: true,
      verbose: true,
      inlineRefs: false,
      validateSchema: false,
    });
    formats.default(this.compiler);
    this.compiler.addFormat('iri', isIri);
    this.compiler.addVocabulary(ANNOTATIONS);
    this.compiler.addSchema({ $id: ROOT, $defs: withOwnReferences(closed.all()) });
  }

  /** What is wrong with a value. */
  errorsOf(schema: Schema, value: unknown): readonly ErrorObject[] {
    const validate = this.validatorOf(schema);
    return validate(value) ? [] : [...(validate.errors ?? [])];
  }

  private validatorOf(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema);
    const known = this.validators.get(text) ?? this.compiler.compile(withOwnReferences(schema));
    this.validators.set(text, known);
    return known;
  }
}

/** An absolute address that may have letters of any script (RFC 3987). */
const isIri = (text: string): boolean => /^[a-z][a-z\d+.-]*:[^\s\p{Cc}<>"\\^`{|}]+$/iu.test(text) && URL.canParse(text);

/** Leads references to where the compiler has the schemas of the document. */
function withOwnReferences<Value>(value: Value): Value {
  const text = JSON.stringify(value).replaceAll('"$ref":"#/components/schemas/', `"$ref":"${ROOT}#/$defs/`);
  return JSON.parse(text) as Value;
}

const compiledDocuments = new Map<string, CompiledDocument>();

/** A document is compiled once: those of most calendars are alike. */
export function compileDocument(document: ApiDocument): CompiledDocument {
  const text = JSON.stringify(document);
  const known = compiledDocuments.get(text) ?? new CompiledDocument(document);
  compiledDocuments.set(text, known);
  return known;
}
