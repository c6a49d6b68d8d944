import { ApiProperty } from '@nestjs/swagger';

/**
 * Says what the members of a view, inherited ones too, look like in one coherent example. Texts are keys of
 * `i18n/*\/examples.json`.
 * @example @Examples({ id: 12, title: 'examples.event.title' })
 */
export function Examples(examples: Readonly<Record<string, unknown>>): ClassDecorator {
  return ({ prototype }) => {
    for (const [member, example] of Object.entries(examples)) ApiProperty({ example })(prototype as object, member);
  };
}
