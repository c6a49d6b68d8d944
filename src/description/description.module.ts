import { Module } from '@nestjs/common';
import { ApiDocument } from './api-document.js';
import { DescriptionController } from './description.controller.js';
import { DocsController } from './docs.controller.js';
import { DocumentTexts } from './document-texts.js';
import { DocsTexts } from './docs-texts.js';
import { PageFiles } from './page-files.js';

@Module({
  controllers: [DescriptionController, DocsController],
  providers: [ApiDocument, DocumentTexts, DocsTexts, PageFiles],
})
export class DescriptionModule {}
