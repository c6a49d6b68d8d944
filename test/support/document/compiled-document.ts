import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { ClosedSchemas, documentedOperations, documentedProblem } from './documented-operations.js';
import type { ApiDocument, DocumentedResponse, DocumentedOperation } from './documented-operations.js';
import type { Schema } from './served-document.js';

/** Annotations that OpenAPI adds to JSON Schema. */
const ANNOTATIONS = ['example', 'externalDocs', 'xml', 'discriminator'];

/** Schema id of the document in Ajv. */
const ROOT = 'calendar:document';

/** A document with its operations and validators, which are compiled on first use. */
export class CompiledDocument {
  readonly operations: readonly DocumentedOperation[];
  /** Documented response of paths without an operation. */
  readonly problem: DocumentedResponse;
  private readonly compiler: Ajv2020;
  /** By the JSON text of the schema, because most errors share one schema. */
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    const closed = new ClosedSchemas(document.components?.schemas ?? {});
    this.operations = documentedOperations(document);
    this.problem = documentedProblem(document);
    const speed = { inlineRefs: false, validateSchema: false };
    this.compiler = new Ajv2020({ allErrors: true, strict: false, strictSchema: true, verbose: true, ...speed });
    formats.default(this.compiler);
    this.compiler.addFormat('iri', isIri);
    this.compiler.addVocabulary(ANNOTATIONS);
    this.compiler.addSchema({ $id: ROOT, $defs: withOwnReferences(closed.all()) });
  }

  errorsOf(schema: Schema, value: unknown): readonly ErrorObject[] {
    const validate = this.validatorOf(schema);
    return validate(value) ? [] : [...(validate.errors ?? [])];
  }

  private validatorOf(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema);
    const validator = this.validators.get(text) ?? this.compiler.compile(withOwnReferences(schema));
    this.validators.set(text, validator);
    return validator;
  }
}

/** An absolute IRI (RFC 3987). */
const isIri = (text: string): boolean => /^[a-z][a-z\d+.-]*:[^\s\p{Cc}<>"\\^`{|}]+$/iu.test(text) && URL.canParse(text);

/** Makes references to the schemas of the document absolute, with its id in Ajv. */
function withOwnReferences<Value>(value: Value): Value {
  const text = JSON.stringify(value).replaceAll('"$ref":"#/components/schemas/', `"$ref":"${ROOT}#/$defs/`);
  return JSON.parse(text) as Value;
}

const compiledDocuments = new Map<string, CompiledDocument>();

/** Compiles each distinct document once. Most calendars have the same document. */
export function compileDocument(document: ApiDocument): CompiledDocument {
  const text = JSON.stringify(document);
  const compiled = compiledDocuments.get(text) ?? new CompiledDocument(document);
  compiledDocuments.set(text, compiled);
  return compiled;
}
