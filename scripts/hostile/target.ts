import { startBehaviour } from '../../fixtures/hostile/start-behaviour.ts';

/**
 * A process of its own for one target, so that what floods the measured command does not keep the measuring busy. Takes
 * the name of the behaviour and the tokens; answers where it listens, and, once asked, what it saw. Ends with its parent.
 */
const [name = '', ...tokens] = process.argv.slice(2);
const target = await startBehaviour(name, tokens);
process.on('message', () => process.send?.(target.seen()));
process.once('disconnect', () => process.exit());
process.send?.({ url: target.url, provisioner: target.provisioner });
