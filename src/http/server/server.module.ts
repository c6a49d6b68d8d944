import { Module } from '@nestjs/common';
import { ResponseHeaders } from './response-headers.js';
import { ServerSetup } from './server-setup.js';

@Module({ providers: [ServerSetup, ResponseHeaders], exports: [ResponseHeaders, ServerSetup] })
export class ServerModule {}
