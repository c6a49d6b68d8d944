import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiDocument } from './document/api-document.js';
import { DescriptionController } from './description.controller.js';
import { DocsController } from './docs/docs.controller.js';
import { DocumentedTexts } from './document/documented-texts.js';
import { ScannedDocument } from './document/scanned-document.js';
import { DocumentTexts } from './document/document-texts.js';
import { DocsTexts } from './docs/docs-texts.js';
import { PageFiles } from './docs/page-files.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [DescriptionController, DocsController],
  providers: [ApiDocument, DocumentedTexts, DocumentTexts, ScannedDocument, DocsTexts, PageFiles],
})
export class DescriptionModule {}
