import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiDocument } from './document/api-document.js';
import { ApiDescriptionController } from './api-description.controller.js';
import { DocsController } from './docs/docs.controller.js';
import { RecordExtensionDocumenter } from './document/record-extension-documenter.js';
import { DocumentTemplate } from './document/document-template.js';
import { DocsFiles } from './docs/docs-files.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [ApiDescriptionController, DocsController],
  providers: [ApiDocument, DocumentTemplate, RecordExtensionDocumenter, DocsFiles],
})
export class OpenApiModule {}
