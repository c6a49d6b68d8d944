import { Injectable, type INestApplication } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { documentOutline } from './document-outline.js';

/** Runs the scanner of `@nestjs/swagger` over the controllers of the application. */
@Injectable()
export class SwaggerScanner {
  constructor(
    private readonly modules: ModulesContainer,
    private readonly application: ApplicationConfig,
    private readonly adapter: HttpAdapterHost,
  ) {}

  /** @param extraModels classes to document that no route refers to */
  scan(extraModels: Type[]): OpenAPIObject {
    return SwaggerModule.createDocument(this.applicationFacade(), documentOutline(), { extraModels });
  }

  /** The parts of an application that the scanner reads. A module that is part of another application cannot inject it. */
  private applicationFacade(): INestApplication {
    const container = { getModules: () => this.modules, isGlobalModule: () => false };
    const parts = { container, config: this.application, getHttpAdapter: () => this.adapter.httpAdapter };
    return parts as unknown as INestApplication;
  }
}
