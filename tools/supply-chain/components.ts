interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

export interface PackageLock {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope: 'required' | 'optional';
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
}

const FOLDER = 'node_modules/';

/**
 * Returns the packages that come from a registry, with their names. Packages of this repository are links and are left
 * out.
 */
function lockedPackages({ packages }: PackageLock): [name: string, found: LockedPackage][] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes(FOLDER) && link !== true)
    .map(([path, found]) => [path.slice(path.lastIndexOf(FOLDER) + FOLDER.length), found]);
}

const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

function hashesOf(integrity: string | undefined): Pick<Component, 'hashes'> {
  const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  if (digest === undefined) return {};
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] };
}

/** Returns the bill of materials of a lock file: sorted, each version once. */
export function describeComponents(lock: PackageLock, now: Date) {
  const components = new Map<string, Component>();
  for (const [name, found] of lockedPackages(lock)) {
    const { version = '', license } = found;
    const purl = purlOf(name, version);
    const isOptional = found.dev === true || found.optional === true;
    // The lock file may have a version several times. The version is optional only if all of its entries are optional.
    if (components.get(purl)?.scope === 'required') continue;
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      scope: isOptional ? 'optional' : 'required',
      ...hashesOf(found.integrity),
      ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    });
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: { type: 'application', name: lock.name, version: lock.version },
    },
    components: [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
}

/** Returns the packages with an install script, as `name@version`. */
export const findInstallScripts = (lock: PackageLock): string[] =>
  [
    ...new Set(
      lockedPackages(lock)
        .filter(([, { hasInstallScript }]) => hasInstallScript === true)
        .map(([name, { version }]) => `${name}@${version}`),
    ),
  ].sort();
