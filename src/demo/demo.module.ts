import { Module } from '@nestjs/common';
import { DemoPicturesController } from './demo-pictures.controller.js';

/** Serves the pictures of the demo. Records refer to them as long as the database lives, so the module does not depend on `DEMO`. */
@Module({ controllers: [DemoPicturesController] })
export class DemoModule {}
