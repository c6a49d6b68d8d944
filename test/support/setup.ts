// nestjs-i18n is CommonJS and requires Nest's packages in a cycle unless they are loaded first.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
