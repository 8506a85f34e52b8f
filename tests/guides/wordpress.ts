// A WordPress site made of Debian's packages, with a database and a web server of its own.
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemProgram } from '../harness/system-program.ts';
import { answersAt, startProgram } from '../interop/program.ts';
import type { PrintedGuide } from './printed-guide.ts';
import type { Project } from './project.ts';

const configuration = (origin: string, socket: string, added: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('WP_HOME', '${origin}');
define('WP_SITEURL', '${origin}');
// Nothing outside of this machine answers.
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
$table_prefix = 'wp_';
${added}
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require ABSPATH . 'wp-settings.php';`;

const installation = (plugin: string) => `<?php
define('WP_INSTALLING', true);
require 'wp-load.php';
require 'wp-admin/includes/upgrade.php';
wp_install('Site', 'owner', 'owner@site.example', false, '', 'the password of the owner');
$problem = activate_plugin('${plugin}');
if (is_wp_error($problem)) exit($problem->get_error_message());`;

/** The files of WordPress, in the folder of a project. */
export const copyWordPress = async (project: Project) => {
  systemProgram('/usr/share/wordpress/wp-login.php', 'wordpress');
  await project.run('cp --recursive --dereference /usr/share/wordpress/. .');
};

/** Starts the site after the guide was followed: `plugin` is activated. Returns what ends it. */
export const startWordPress = async (project: Project, { blocks, values }: PrintedGuide, plugin: string) => {
  const database = systemProgram('/usr/sbin/mariadbd', 'mariadb-server');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-wordpress-'));
  const socket = join(folder, 'socket');
  const own = ['--no-defaults', '--user=root', `--datadir=${folder}/data`];
  await project.run(`mariadb-install-db ${own.join(' ')} --auth-root-authentication-method=normal`);
  const endDatabase = await startProgram({
    command: [database, ...own, `--socket=${socket}`, `--pid-file=${folder}/pid`, '--skip-networking'],
    isUp: () => existsSync(socket),
  });
  await project.run(`mariadb --no-defaults --socket=${socket} --execute='create database wordpress'`);

  const added = blocks.flatMap((block) => (block.kind === 'file' && block.file === 'wp-config.php' ? block.code : []));
  await project.write('wp-config.php', configuration(values.appOrigin, socket, added.join('\n')));
  await project.write('install.php', installation(plugin));
  const { host } = new URL(values.appOrigin);
  // The web server does not find the variables of the command line by itself.
  await project.run(`HTTP_HOST=${host} php install.php`);
  const site = (await project.run('pwd')).trim();
  const endSite = await startProgram({
    command: [systemProgram('/usr/bin/php', 'php-cli'), '-S', host, '-t', site],
    isUp: answersAt(`${values.appOrigin}/wp-login.php`),
    // A page waits for the requests of its own scripts.
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
  });
  return async () => {
    await endSite();
    await endDatabase(folder);
  };
};
