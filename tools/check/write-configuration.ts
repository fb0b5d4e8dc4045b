/** Writes docs/configuration.md from the schema of the environment; a test compares the two. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '@sangwian/node-kit/variables';

const rows = Object.entries(VARIABLES).map(
  ([name, { def, description }]) =>
    `| \`${name}\` | ${def.defaultValue === '' ? '–' : `\`${def.defaultValue}\``} | ${description} |`,
);

writeFileSync(
  join(import.meta.dirname, '../../docs/configuration.md'),
  `# Configuration

All settings are read from the environment. The schema of the variables is \`packages/node-kit/src/variables.ts\`; this
table is written from it by \`node tools/check/write-configuration.ts\`.

| name | default | description |
|---|---|---|
${rows.join('\n')}

\`npm start\` makes its own secrets once and keeps them in \`DATA_DIR/secrets.json\` (mode 0600).
\`npm start -- --production\` (or \`NODE_ENV=production\`) makes none: it refuses to start while one is
missing, a development default or too weak, and says which. Each needs 128 random bits: \`openssl rand -hex 32\` makes
256.
`,
);
