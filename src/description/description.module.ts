import { Module } from '@nestjs/common';
import { ApiDocument, DocumentTexts } from './api-document.js';
import { DescriptionController } from './description.controller.js';
import { DocsController } from './docs.controller.js';

@Module({ controllers: [DescriptionController, DocsController], providers: [ApiDocument, DocumentTexts] })
export class DescriptionModule {}
