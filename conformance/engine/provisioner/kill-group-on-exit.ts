import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Told of a group that begins (`+ 12`) and of one that ended (`- 12`), it ends those that are left where its input closes:
 * the system does that when the process at the other end is gone, however that died.
 */
const watching = `
left=' '
while read -r what group; do
  case "$what" in
    +) left="$left$group " ;;
    -) case "$left" in *" $group "*) left="\${left%% $group *} \${left#* $group }" ;; esac ;;
  esac
done
for group in $left; do kill -KILL "-$group"; done
`;

let watcher: ChildProcess | undefined;

/** Has this process group ended where this process is killed; what is given ends that. */
export function killGroupOnExit(group: number): () => void {
  tell(`+ ${group}`);
  return () => tell(`- ${group}`);
}

function tell(line: string): void {
  watcher ??= startWatcher();
  watcher.stdin?.write(`${line}\n`);
}

/** In a group of its own, so that a Ctrl-C at the terminal leaves it. It does not keep this process from ending. */
function startWatcher(): ChildProcess {
  const child = spawn('sh', ['-c', watching], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  // Without a shell no command runs either.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  const { stdin } = child;
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return child;
}
