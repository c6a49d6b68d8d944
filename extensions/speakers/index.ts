export { SpeakersModule as default } from './speakers.module.js';
