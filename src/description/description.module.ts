import { Module } from '@nestjs/common';
import { ApiDocument } from './api-document.js';
import { DescriptionController } from './description.controller.js';
import { DocsController } from './docs.controller.js';
import { DocumentTexts } from './document-texts.js';

@Module({ controllers: [DescriptionController, DocsController], providers: [ApiDocument, DocumentTexts] })
export class DescriptionModule {}
