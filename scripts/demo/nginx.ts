import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dockerFolder = fileURLToPath(new URL('../../docker', import.meta.url));

export function findNginx(): string | null {
  // On Debian it is in a folder that only root has in PATH.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file)) ?? null;
}

/** Starts nginx in front of the nodes, with the configuration of docker/nginx.conf. */
export function startNginx(
  program: string,
  { folder, port, nodePorts, dockerConf }: { folder: string; port: number; nodePorts: number[]; dockerConf: string },
): ChildProcess {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configure(readFileSync(dockerConf, 'utf8'), folder, port, nodePorts));
  return spawn(program, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Makes nginx.conf from the server of docker/nginx.conf, with the addresses of the nodes, and no proxy in front. */
export function configure(dockerConf: string, folder: string, port: number, nodePorts: number[]): string {
  const server = dockerConf
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace(/^\s*#[^\n]*asked for again[^\n]*\n\s*resolver[^\n]*\n\s*set \$nodes[^\n]*\n/m, '')
    .replaceAll('proxy_pass $nodes;', 'proxy_pass http://nodes;')
    .replace(/^\s*include [^\n]*outer-proxy[^\n]*\n/m, '')
    .replace('root /usr/share/nginx/marquee;', `root ${dockerFolder};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid ${join(folder, 'nginx.pid')};
worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${join(folder, name)};`).join('\n')}
  # What a node does not answer goes to the next one. No node is left out after a failure (max_fails=0): after a moment
  # in which all were down, nginx would refuse tabs although a node is up again.
  upstream nodes {
${nodePorts.map((node) => `    server 127.0.0.1:${node} max_fails=0;`).join('\n')}
  }
${server}
}
`;
}
