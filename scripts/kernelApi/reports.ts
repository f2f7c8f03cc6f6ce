import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
  type IConfigFile,
} from '@microsoft/api-extractor'
import { paths, root } from '../lib/paths'

export const kernelFolder = join(root, 'shared-kernel')

/** The text of the report of each entry, by the entry's name: `core`, `testing-node`. */
export type Reports = Record<string, string>

interface Manifest {
  version: string
  exports: Record<string, string>
}

export const kernelManifest = (): Manifest =>
  JSON.parse(readFileSync(join(kernelFolder, 'package.json'), 'utf8')) as Manifest

/** Each entry that holds code, and the declarations that the compiler writes of it. */
const entriesOf = ({ exports }: Manifest) =>
  Object.entries(exports)
    .filter(([, source]) => /\.tsx?$/.test(source))
    .map(([path, source]) => ({
      name: path.slice(2).replaceAll('/', '-'),
      declarations: source.replace(/\.tsx?$/, '.d.ts'),
    }))

const QUIET: IConfigFile['messages'] = {
  compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
  extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
  tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
}

/** That a report is new, and which compiler made it. */
const silence = (message: ExtractorMessage): void => {
  if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true
}

/** Makes the report of every entry from the kernel's sources. */
export function makeReports(): Reports {
  mkdirSync(paths.state, { recursive: true })
  // inside the repository, where the declarations find the packages that they name
  const folder = mkdtempSync(join(paths.state, 'kernel-api-'))
  try {
    const emit = [
      '--emitDeclarationOnly',
      '--sourceMap',
      'false',
      '--inlineSources',
      'false',
      '--outDir',
      folder,
    ]
    const project = join(kernelFolder, 'tsconfig.build.json')
    execFileSync(process.execPath, [paths.tsc, '-p', project, ...emit], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const configs = entriesOf(kernelManifest()).map(({ name, declarations }) =>
      configOf(folder, name, join(folder, declarations)),
    )
    const [first] = configs
    if (!first) throw new Error('The kernel has no entry.')
    const compilerState = CompilerState.create(first, {
      additionalEntryPoints: configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
    })
    mkdirSync(join(folder, 'reports'))
    for (const config of configs) {
      const { succeeded } = Extractor.invoke(config, {
        compilerState,
        localBuild: true,
        messageCallback: silence,
      })
      if (!succeeded) throw new Error(`api-extractor makes no report of ${config.mainEntryPointFilePath}.`)
    }
    return readReports(join(folder, 'reports'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const configOf = (folder: string, name: string, mainEntryPointFilePath: string): ExtractorConfig =>
  ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath,
      compiler: {
        overrideTsconfig: {
          extends: join(kernelFolder, 'tsconfig.json'),
          compilerOptions: { types: [], noEmit: false },
          files: [mainEntryPointFilePath],
          include: [],
        },
      },
      apiReport: {
        enabled: true,
        // what an entry's names are made of changes with them, exported or not
        includeForgottenExports: true,
        reportFileName: `${name}.api.md`,
        reportFolder: join(folder, 'reports'),
        reportTempFolder: join(folder, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: QUIET,
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(kernelFolder, 'package.json'),
  })

const ENDING = '.api.md'

export const readReports = (folder: string): Reports =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith(ENDING))
      .sort()
      .map((file) => [file.slice(0, -ENDING.length), readFileSync(join(folder, file), 'utf8')]),
  )

export const reportFile = (entry: string): string => entry + ENDING
