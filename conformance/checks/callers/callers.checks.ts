import { clause } from '../../model/check.ts';
import { conversationsOfEachKind } from './conversations.ts';
import {
  eachCallerIsAnswered,
  eachCallerIsRemembered,
  leaksNothingToOthers,
  refusesNoMessage,
  remembersForEach,
  remembersStreamsOfEach,
} from './judged.ts';
import {
  eachCallerGetsSpeech,
  speedIsAudibleForEach,
  refusesNoVoice,
  refusesTooFast,
  speechesOfEachKind,
} from './speeches.ts';

// What holds whoever calls: code for one kind of workspace, for members or for a second bot may go another way.

export const chatsOfEach = clause('2.2', 'chat.callers', {
  requirement: 'message is required, whoever calls and with whichever bot',
  also: ['4.2', '8.1', '8.2'],
  checks: {
    'rejects-missing-message': {
      title: 'Rejects a chat without a message in enterprises, by members and a second bot',
      level: 'MUST',
      control: 'chat.request/accepts-least',
      positiveControl: eachCallerIsAnswered,
      probe: conversationsOfEachKind,
      expect: [refusesNoMessage],
      fault: 'message-not-required-by-a-second-bot',
    },
  },
});

export const sessionsOfEach = clause('2.3', 'sessions.callers', {
  requirement:
    'A client passes the sessionId in the next request to continue the conversation: whoever calls, of whichever kind of workspace, and with whichever bot',
  also: ['1', '2.2', '8.1', '8.2'],
  checks: {
    remembers: {
      title: 'Remembers a session in enterprise workspaces and for members too',
      level: 'MUST',
      control: 'sessions.continue/given-id-is-accepted',
      probe: conversationsOfEachKind,
      expect: [remembersForEach],
      fault: 'session-forgotten-for-members',
      alsoFinds: ['session-forgotten-in-enterprises'],
    },
    'remembers-streams': {
      title: 'Remembers what streams told, for every caller and with a second bot',
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: conversationsOfEachKind,
      expect: [remembersStreamsOfEach],
      fault: 'session-of-a-second-bot-without-streams',
    },
    'open-nothing-of-others': {
      title: "Reveals no session to other workspaces' members, enterprises or second bots",
      level: 'MUST',
      requirement:
        'A sessionId is of its caller’s own conversation: another caller that sends it is told nothing of that, of whichever kind either is, and with whichever bot',
      absence: 'isolation',
      control: 'sessions.continue/given-id-is-accepted',
      positiveControl: eachCallerIsRemembered,
      probe: conversationsOfEachKind,
      expect: [leaksNothingToOthers],
      fault: 'session-of-a-second-bot-continued-by-any-workspace',
      alsoFinds: ['session-continued-by-any-member', 'session-continued-by-any-enterprise'],
    },
  },
});

export const speechesOfEach = clause('2.5', 'speech.callers', {
  requirement: 'The bounds and the meaning of what a speech is asked for are the same for every kind of caller',
  also: ['8.1', '8.2'],
  checks: {
    'rejects-speed-above-maximum': {
      title: 'Rejects a speed of 4.01 in enterprise workspaces and by members too',
      level: 'MUST',
      control: 'speech.speed/accepts-maximum',
      positiveControl: eachCallerGetsSpeech,
      probe: speechesOfEachKind,
      expect: [refusesTooFast],
      fault: 'speed-clamped-in-pooled',
    },
    'rejects-unknown-voice': {
      title: 'Rejects an unknown voice in enterprise workspaces and by members too',
      level: 'MUST',
      control: 'speech.request/accepts-least',
      positiveControl: eachCallerGetsSpeech,
      probe: speechesOfEachKind,
      expect: [refusesNoVoice],
      fault: 'voice-unchecked-in-per-user',
    },
    'speed-is-heard': {
      title: 'Speaks faster at speed 4 than at 1 in enterprise workspaces and for members',
      level: 'MUST',
      control: 'speech.speed/accepts-maximum',
      probe: speechesOfEachKind,
      expect: [speedIsAudibleForEach],
      fault: 'speed-ignored-in-pooled',
    },
  },
});
