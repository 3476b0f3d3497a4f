import { describe, expect, it } from 'vitest';
import { parseProvisioner, parseTargetUrl } from './setting-urls.ts';
import type { Parsed } from './setting-values.ts';

const said = <T>(parsed: Parsed<T>): T | string => (parsed.is === 'value' ? parsed.value : parsed.error);

describe('a target', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://api.example.com/ ', 'https://api.example.com'],
    ['http://127.0.0.1:8080/base//', 'http://127.0.0.1:8080/base'],
    ['HTTP://[::1]:80/x', 'http://[::1]/x'],
  ])('%j is taken as %j', (given, taken) => expect(said(parseTargetUrl(given))).toBe(taken));
  it.each([
    ['', '--target is empty, expected the base URL of the service, such as https://staging.example.com'],
    ['example.com', '--target is "example.com", expected a URL that begins with http:// or https://'],
    ['ftp://example.com', '--target is "ftp://example.com", expected a URL that begins with http:// or https://'],
    ['https://u:hush@example.com', "--target carries credentials; give them with --header 'Authorization: …'"],
    [
      'ftp://u:hush@example.com/x',
      '--target is "ftp://***@example.com/x", expected a URL that begins with http:// or https://',
    ],
    ['http://u:hush@', '--target is "http://***@", expected a URL that begins with http:// or https://'],
    [
      'http://u:hu/sh@example.com/x',
      '--target is "http://***@example.com/x", expected a URL that begins with http:// or https://',
    ],
    ['http:/u:hush@[::/', '--target is "http:/***@[::/", expected a URL that begins with http:// or https://'],
    [
      'http://u:hu?s#h@ex ample',
      '--target is "http://***@ex ample", expected a URL that begins with http:// or https://',
    ],
    ['http://u:hush%40x', '--target is "http://***@x", expected a URL that begins with http:// or https://'],
    ['https://example.com/v1/', '--target is https://example.com/v1/, expected the base URL without /v1'],
    ['https://example.com?a', '--target is https://example.com?…, expected a base URL without ? and #'],
  ])('%j is none', (given, why) => expect(said(parseTargetUrl(given))).toBe(why));
});

describe('a provisioner', () => {
  const asked = (given: unknown): string => said(parseProvisioner('provisioner', given));
  it.each([
    'http://127.0.0.1:8080/workspaces',
    'HTTPS://admin:hush%2Fhush@staging.example.com/workspaces',
    'sh provisioner.sh',
    'http POST :8080/workspaces',
    'curl -u admin:hush https://staging.example.com/workspaces',
  ])('%j is taken as it is', (given) => expect(asked(given)).toBe(given));
  it.each([
    'ftp://admin:hush@staging.example.com/',
    'ws://admin:hush@staging.example.com/',
    'https//admin:hush@staging.example.com/',
    'http:/admin:hush@staging.example.com/',
    'https:admin:hush@staging.example.com',
  ])('%j is no command that a shell would repeat', (given) => {
    expect(asked(given)).toMatch(
      /^--provisioner is \w+…, expected a URL that begins with http:\/\/ or https:\/\/, or a shell command$/,
    );
  });
  it.each([
    'http://127.0.0.1:999999/x',
    'http://admin:hush/hush@staging.example.com/',
    'http://admin:hush%@staging.example.com/',
    'http://admin:hush%ff@staging.example.com/',
    'http://admin:hush hush@staging.example.com/',
    'http://',
  ])('%j cannot be asked, and its password is not repeated', (given) => {
    expect(asked(given)).toMatch(/^--provisioner is http:\/\/…, which is no valid URL/);
    expect(asked(given)).not.toContain('hush');
  });
});
