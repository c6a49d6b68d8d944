import { describe, expect, it } from '@jest/globals';
import { DataDirectoryInUseError } from '../../../../src/embedded-postgres/embedded-postgres.errors.js';
import { describeFailure } from '../../../../src/kernel/errors/describe-failure.js';
import { LANGUAGES, type Language } from '../../../support/languages.js';

const failureOf = (code: string, message: string) => Object.assign(new Error(message), { code });

async function inEveryLanguage(failure: unknown): Promise<Record<Language, string>> {
  const [ca = '', en = '', es = ''] = await Promise.all(
    LANGUAGES.map((language) => describeFailure(failure, language)),
  );
  return { ca, en, es };
}

describe('what a terminal shows of a failure', () => {
  it('11.2 3.10 is in its language, with what is in it, while the message is for the log', async () => {
    const error = new DataDirectoryInUseError('/srv/data', { key: 'database.owner.command', args: { pid: 7 } });
    const texts = await inEveryLanguage(error);
    expect(texts).toEqual({
      ca: 'El directori de dades /srv/data el fa servir una altra ordre (procés 7). Cal aturar abans aquest procés, o triar una altra carpeta amb DATA_DIR.',
      en: 'The data directory /srv/data is in use by another command (process 7). Stop that process first, or choose another folder with DATA_DIR.',
      es: 'El directorio de datos /srv/data lo está utilizando otro comando (proceso 7). Hay que detener antes ese proceso, o elegir otra carpeta con DATA_DIR.',
    });
    expect(error.message).toBe(texts.en);
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '28P01', '3D000', '57P03', '08006'])(
    '11.2 3.10 tells a database that cannot be reached by %s',
    async (code) => {
      expect(await inEveryLanguage(failureOf(code, 'no'))).toEqual({
        ca: 'No es pot accedir a la base de dades: no.',
        en: 'The database cannot be reached: no.',
        es: 'No se puede acceder a la base de datos: no.',
      });
    },
  );

  it('11.2 3.10 names each address of a database that cannot be reached, where there are several', async () => {
    const refusals = ['::1', '127.0.0.1'].map((address) => failureOf('ECONNREFUSED', `no at ${address}`));
    const error = Object.assign(new AggregateError(refusals), { code: 'ECONNREFUSED' });
    expect(await describeFailure(error, 'es')).toBe(
      'No se puede acceder a la base de datos: no at ::1; no at 127.0.0.1.',
    );
  });

  it('11.2 is the message of any other failure, as it is', async () => {
    expect(await describeFailure(failureOf('23505', 'duplicate key'), 'ca')).toBe('duplicate key');
    expect(await describeFailure('odd', 'ca')).toBe('odd');
  });
});
