import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiDocument } from './document/api-document.js';
import { OpenApiController } from './openapi.controller.js';
import { DocsController } from './docs/docs.controller.js';
import { MissingTextsCheck } from './document/missing-texts-check.js';
import { SwaggerScanner } from './document/swagger-scanner.js';
import { DocumentRecordExtensions } from './document/document-record-extensions.js';
import { DocumentScanner } from './document/document-scanner.js';
import { DocumentTranslator } from './document/document-translator.js';
import { PageFiles } from './docs/page-files.js';

@Module({
  imports: [DiscoveryModule],
  controllers: [OpenApiController, DocsController],
  providers: [
    ApiDocument,
    MissingTextsCheck,
    DocumentTranslator,
    DocumentScanner,
    DocumentRecordExtensions,
    SwaggerScanner,
    PageFiles,
  ],
})
export class OpenApiModule {}
