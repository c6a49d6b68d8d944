import { Inject, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import { DtoReader } from './dto-reader.js';
import { RequestInput } from './fields.decorator.js';

/**
 * Reads the parameters of a request into the handler's DTO, lowers `per_page` to the configured maximum, and reports all errors at once.
 */
@Injectable()
export class ParametersPipe implements PipeTransform {
  constructor(
    private readonly reader: DtoReader,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async transform(input: unknown, { metatype }: ArgumentMetadata): Promise<unknown> {
    if (!(input instanceof RequestInput) || !metatype) return input;
    const result = await this.reader.read(metatype, input);
    const { dto, errors } = result;
    Object.assign(errors, input.parameters.errors, input.context.precondition.errors);
    // Services check a write that is valid so far, with the stored record.
    const needsRules = !input.parameters.isWrite || Object.keys(errors).length > 0;
    const all = needsRules ? { ...this.reader.checkRules(metatype, input, result), ...errors } : errors;
    if (Object.keys(all).length > 0) throw parameterError(all);
    if (typeof dto['per_page'] === 'number')
      dto['per_page'] = Math.min(dto['per_page'], this.configuration.MAX_PER_PAGE);
    return dto;
  }
}
