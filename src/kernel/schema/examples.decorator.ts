import { ApiProperty } from '@nestjs/swagger';

/**
 * Sets the documented examples of the members of a view, inherited ones included. Texts are keys of `i18n/*\/examples.json`.
 * @example @Examples({ id: 12, title: 'examples.event.title' })
 */
export function Examples(examples: Readonly<Record<string, unknown>>): ClassDecorator {
  return ({ prototype }) => {
    for (const [member, example] of Object.entries(examples)) ApiProperty({ example })(prototype as object, member);
  };
}
