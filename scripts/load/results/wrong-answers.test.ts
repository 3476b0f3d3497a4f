import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rememberSecret } from '../../input/known-secrets.ts';
import { emptyFolder } from '../../testing/run-assay.testing.ts';
import { maskAskedSpeech, maskWrongAnswers } from './wrong-answers.ts';

it('what was asked to be spoken, and what was answered wrongly, hold no secret, and what was spoken stays as it is', () => {
  const secret = 'a-token-that-a-trace-quotes';
  rememberSecret('${ASSAY_TOKEN}', secret);
  const path = emptyFolder();
  const files = ['wrong/r-1.txt', 'audio/r-2.json', 'audio/r-2.mp3'];
  for (const folder of ['wrong', 'audio']) mkdirSync(join(path, folder));
  for (const file of files) writeFileSync(join(path, file), `é ${secret}`, 'latin1');
  maskWrongAnswers(path);
  maskAskedSpeech(path);
  const [wrong, asked, spoken] = files.map((file) => readFileSync(join(path, file), 'latin1'));
  const masked = `é ${'${ASSAY_TOKEN}'.padEnd(secret.length, '*')}`;
  expect([wrong, asked, spoken]).toEqual([masked, masked, `é ${secret}`]);
  const none = emptyFolder();
  expect(() => maskAskedSpeech(none)).not.toThrow();
});
