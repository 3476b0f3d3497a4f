import { Type } from 'typebox';
import { object, optional, positive, text, type Format, type Of } from './parts.ts';

const workspaces = Type.Union([
  object('The first line.', {
    schema: Type.Literal('assay.workspaces/1'),
    key: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'The name of the key.' }),
    pid: positive('The process of the run: while it lives, nobody else gives its workspaces back.'),
    began: optional(text('When that process began, as the system counts it.')),
    sealed: Type.String({
      contentEncoding: 'base64',
      description: 'What giving back needs, encrypted by AES-256-GCM: nonce, tag and text.',
    }),
  }),
  object('A workspace that was made.', {
    made: positive('Its number.'),
    sealed: Type.String({ contentEncoding: 'base64', description: 'Its token, likewise.' }),
  }),
  object('A workspace that was given back.', {
    givenBack: positive('Its number.'),
    key: optional(
      text('The name of the key of its part, if it was given back after the run; else that of the last part.'),
    ),
  }),
]);

/** A line of `workspaces.ndjson`. */
export type LeaseLine = Of<typeof workspaces>;

export const workspacesFormat: Format = {
  name: 'workspaces',
  title: 'A line of workspaces.ndjson',
  description:
    'Workspaces that a run got from a provisioner that takes them back, and those that it gave back. The file is removed when all are given back; after a kill `assay report` does that. It is encrypted with a key on the machine of the run, readable only by its user.',
  form: workspaces,
};
