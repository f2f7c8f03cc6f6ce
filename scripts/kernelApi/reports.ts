import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Reports by entry name, such as `sdk-data`. */
export type Reports = Record<string, string>

/** The entries that remotes in other repositories may rely on. */
export const PROMISED = ['sdk', 'sdk/data', 'sdk/remote', 'testing']

function promisedEntries() {
  const manifest = readFileSync(join(kernelFolder, 'package.json'), 'utf8')
  const { exports } = JSON.parse(manifest) as { exports: Record<string, string> }
  return PROMISED.map((entry) => ({
    name: entry.replaceAll('/', '-'),
    declarations: exports[`./${entry}`]!.replace(/\.tsx?$/, '.d.ts'),
  }))
}

const QUIET: IConfigFile['messages'] = {
  compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
  extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
  tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
}

/** Hides messages such as the one that a report is new. */
const silence = (message: ExtractorMessage): void => {
  if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true
}

/** Matches a private member with its comment. */
const PRIVATE = /^ +(?:\/\*\*(?:(?!\*\/)[^])*\*\/\s+)?private .*\n/gm

/**
 * Writes the declarations of a kernel. Leaves out private members, which would make the same class of two
 * versions incompatible.
 * @param to inside the repository, where the declarations' imports resolve
 */
export function writeDeclarations(kernel: string, to: string): void {
  const plain = ['--emitDeclarationOnly', '--noCheck', '--sourceMap', 'false', '--inlineSources', 'false']
  const project = join(kernel, 'tsconfig.build.json')
  execFileSync(process.execPath, [paths.tsc, '-p', project, ...plain, '--outDir', to], { stdio: 'inherit' })
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    const file = join(to, name)
    const text = name.endsWith('.d.ts') ? readFileSync(file, 'utf8') : ''
    if (text.includes(' private ')) writeFileSync(file, text.replaceAll(PRIVATE, ''))
  }
}

/** @param folder contains the declarations; the reports are written into it too */
export function makeReports(folder: string): Reports {
  const configs = promisedEntries().map(({ name, declarations }) =>
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
  const reports = Object.entries(readReports(join(folder, 'reports')))
  return withoutRepeats(Object.fromEntries(reports.map(([name, report]) => [name, withoutMarks(report)])))
}

const declarationsIn = (report: string): string[] =>
  report.split('\n\n').filter((text) => /^(?:export )?(?:const|function|interface|type) /.test(text))

/** A type that occurs in several reports stays where it is exported, or else moves to the report `types`. */
export function withoutRepeats(reports: Reports): Reports {
  const all = Object.values(reports).flatMap(declarationsIn)
  const exported = new Set(all.flatMap((text) => (text.startsWith('export ') ? [text.slice(7)] : [])))
  const repeated = new Set(all.filter((text, at) => exported.has(text) || all.indexOf(text) < at))
  const kept = Object.entries(reports).map(([name, report]): [string, string] => {
    const texts = report.split('\n\n').filter((text) => !repeated.has(text))
    return [name, texts.join('\n\n')]
  })
  const types = [...repeated].filter((text) => !exported.has(text)).sort()
  return { ...Object.fromEntries(kept), types: ['```ts', ...types, '```\n'].join('\n\n') }
}

/** Whether a report equals an earlier one except for added optional members and fields. */
export function onlyAdds(report: string, before: string): boolean {
  const remaining = before.split('\n')
  // `remaining` loses each line that is in both
  const added = report.split('\n').filter((line) => line !== remaining[0] || remaining.shift() === undefined)
  return (
    remaining.length === 0 && added.every((line) => /^ +\w+(?:\?: .*|: ListedField<.*, true>);$/.test(line))
  )
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
        // an exported name may change through types that are not exported
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

/** Removes the marks for public and undocumented names: every name is public, documented or not. */
const withoutMarks = (report: string): string =>
  report
    .replace(/^ *\/\/ (?:@public|\(undocumented\)|@public \(undocumented\))\n/gm, '')
    .replace('// (No @packageDocumentation comment for this package)\n\n', '')

export const readReports = (folder: string): Reports =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith(ENDING))
      .sort()
      .map((file) => [file.slice(0, -ENDING.length), readFileSync(join(folder, file), 'utf8')]),
  )

export const reportFile = (entry: string): string => entry + ENDING
