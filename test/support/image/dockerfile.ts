import { readFileSync } from 'node:fs';
import { DockerfileParser, type Instruction, type JSONInstruction, type ModifiableInstruction } from 'dockerfile-ast';

/** An instruction of a Dockerfile. */
export interface Step {
  readonly keyword: string;
  /** Flags by name, such as `from`. */
  readonly flags: Readonly<Record<string, string>>;
  /** Arguments, or the elements of a JSON list. */
  readonly words: readonly string[];
  /** Text after the flags, with lines joined. */
  readonly text: string;
}

/** Reads the instructions of a Dockerfile. */
export function readDockerfile(path: string): Step[] {
  return DockerfileParser.parse(readFileSync(path, 'utf8')).getInstructions().map(stepOf);
}

/** Name-value pairs of `ENV` and `LABEL`. */
export function pairsOf(step: Step): Record<string, string> {
  const matches = step.text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g);
  return Object.fromEntries([...matches].map(([, name, quoted, plain]) => [name ?? '', quoted ?? plain ?? '']));
}

function stepOf(instruction: Instruction): Step {
  const flags = 'getFlags' in instruction ? (instruction as ModifiableInstruction).getFlags() : [];
  const words = instruction.getArguments().map((argument) => argument.getValue());
  const source = (instruction.getRawArgumentsContent() ?? '').replaceAll(/\\\n\s*/g, '');
  const text = source.replace(/^(--\S+\s+)+/, '');
  return {
    keyword: instruction.getKeyword(),
    flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ''])),
    words: jsonListIn(instruction, text) ?? words,
    text,
  };
}

/** Elements of a JSON list. In a health check it follows `CMD`. */
function jsonListIn(instruction: Instruction, text: string): string[] | undefined {
  const list = text.replace(/^CMD\s+/, '');
  const mayBeList = 'getJSONStrings' in (instruction as JSONInstruction) || instruction.getKeyword() === 'HEALTHCHECK';
  return mayBeList && list.startsWith('[') ? (JSON.parse(list) as string[]) : undefined;
}
