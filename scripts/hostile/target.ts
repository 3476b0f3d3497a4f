import { startBehaviour } from '../../fixtures/hostile/start-behaviour.ts';

/**
 * A process of its own for one target, so that a target that floods the measured command does not slow down the
 * measurement. Takes the name of the behaviour and the tokens; reports its address and, when asked, what it saw. Ends
 * with its parent.
 */
const [name = '', ...tokens] = process.argv.slice(2);
const target = await startBehaviour(name, tokens);
// The parent may be gone by now; then this process ends too.
const tell = (what: object): void => void process.send?.(what, () => undefined);
process.on('message', () => tell(target.seen()));
process.once('disconnect', () => process.exit());
tell({ url: target.url, provisioner: target.provisioner });
