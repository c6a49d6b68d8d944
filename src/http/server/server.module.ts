import { Module } from '@nestjs/common';
import { ServerSetup } from './server-setup.js';

@Module({ providers: [ServerSetup], exports: [ServerSetup] })
export class ServerModule {}
