import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { extensionError } from '../../kernel/errors/setup-error.js';
import { collectExtensibleClasses } from '../../kernel/schema/collect-extensible-classes.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { TypedCustomFields } from '../../records/extension-points/typed-custom-fields.js';
import { findClassNameIssues, findRecordExtensionIssues } from './record-extension-issues.js';

/** Fails start-up if a part of a record extension has an invalid or existing name, or lacks its method. */
@Injectable()
export class RecordExtensionCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly extensions: RecordExtensions,
    private readonly customFields: TypedCustomFields,
  ) {}

  onModuleInit(): void {
    const controllers = this.discovery.getControllers().flatMap(({ metatype }) => (metatype ? [metatype as Type] : []));
    const classesAt = collectExtensibleClasses(controllers);
    const issues = [
      ...findRecordExtensionIssues(this.extensions.all, classesAt),
      ...findClassNameIssues([...classesAt({}), ...this.extensions.classes, ...this.customFields.classes]),
    ];
    if (issues.length > 0) throw extensionError(issues);
  }
}
