import { startBehaviour } from '../../fixtures/hostile/start-behaviour.ts';

/**
 * A process of its own for one target, so that what floods the measured command does not keep the measuring busy. Takes
 * the name of the behaviour and the tokens; answers where it listens, and, once asked, what it saw. Ends with its parent.
 */
const [name = '', ...tokens] = process.argv.slice(2);
const target = await startBehaviour(name, tokens);
// Whoever asked may be gone by now, and then this ends too.
const tell = (what: object): void => void process.send?.(what, () => undefined);
process.on('message', () => tell(target.seen()));
process.once('disconnect', () => process.exit());
tell({ url: target.url, provisioner: target.provisioner });
