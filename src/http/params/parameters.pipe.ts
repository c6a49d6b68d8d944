import { Inject, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import { DtoReader } from './dto-reader.js';
import { RequestInput } from './fields.decorator.js';

/**
 * Reads the parameters of a request into the handler's DTO, lowers `per_page` to the most it may be, and reports
 * everything that is wrong in one answer.
 */
@Injectable()
export class ParametersPipe implements PipeTransform {
  constructor(
    private readonly reader: DtoReader,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async transform(value: unknown, { metatype }: ArgumentMetadata): Promise<unknown> {
    if (!(value instanceof RequestInput) || !metatype) return value;
    const { parameters, context } = value;
    const { values, isWrite, isStrict, getHeader } = parameters;
    const input = { values, isWrite, isStrict, getHeader, principal: context.principal, language: context.language };
    const { dto, errors } = await this.reader.read(metatype, input);
    Object.assign(errors, parameters.errors, context.precondition.errors);
    // Of a write that is fine so far, the service judges with the stored record in hand.
    const hasErrors = Object.keys(errors).length > 0;
    const all = hasErrors || !isWrite ? { ...this.reader.checkRules(metatype, input, { dto, errors }), ...errors } : {};
    if (Object.keys(all).length > 0) throw parameterError(all);
    this.capPageSize(dto);
    return dto;
  }

  private capPageSize(dto: Record<string, unknown>): void {
    if (typeof dto['per_page'] === 'number')
      dto['per_page'] = Math.min(dto['per_page'], this.configuration.MAX_PER_PAGE);
  }
}
