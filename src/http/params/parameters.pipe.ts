import { Inject, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { DtoReader } from './dto-reader.js';
import { selectionErrors } from './fields-parameter.js';
import { RequestInput } from './request-parameters.js';

/** Reads the parameters of a request into the DTO of the handler, reduces `per_page` to its maximum, and reports all errors at once. */
@Injectable()
export class ParametersPipe implements PipeTransform {
  constructor(
    private readonly reader: DtoReader,
    private readonly extensions: RecordExtensions,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  async transform(input: unknown, { metatype }: ArgumentMetadata): Promise<unknown> {
    if (!(input instanceof RequestInput) || !metatype) return input;
    const result = await this.reader.read(metatype, input);
    const { dto, errors } = result;
    const { parameters, context, selection } = input;
    Object.assign(errors, parameters.errors, context.precondition.errors);
    if (selection?.fields) Object.assign(errors, selectionErrors(selection.view, selection.fields, this.extensions));
    // Services check the rules of a valid write, together with the stored record.
    const needsRules = !parameters.isWrite || Object.keys(errors).length > 0;
    const all = needsRules ? { ...this.reader.findRuleErrors(metatype, input, result), ...errors } : errors;
    if (Object.keys(all).length > 0)
      throw parameterError({ ...all, ...(await this.reader.findTermErrors(metatype, input, result)) });
    if (typeof dto['per_page'] === 'number')
      dto['per_page'] = Math.min(dto['per_page'], this.configuration.MAX_PER_PAGE);
    return dto;
  }
}
