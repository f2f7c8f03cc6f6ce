import ts from 'typescript'
import type { Reports } from './reports'

export const BUMPS = ['none', 'patch', 'minor', 'major'] as const
export type Bump = (typeof BUMPS)[number]

export interface Change {
  bump: 'minor' | 'major'
  /** For whoever made it: `form: FormDialog is removed`. */
  text: string
}

/** What is not in `before` as it is in `after`, entry by entry and name by name. */
export function changesBetween(before: Reports, after: Reports): Change[] {
  const entries = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return entries.flatMap((entry): Change[] => {
    const old = before[entry]
    const now = after[entry]
    if (old === undefined) return [{ bump: 'minor', text: `${entry} is a new entry` }]
    if (now === undefined) return [{ bump: 'major', text: `${entry}, an entry, is removed` }]
    return changesOfEntry(entry, surfaceOf(old), surfaceOf(now))
  })
}

function changesOfEntry(entry: string, before: Surface, after: Surface): Change[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  return names.flatMap((name): Change[] => {
    const old = before.get(name)
    const now = after.get(name)
    if (old === now) return []
    if (old === undefined) return [{ bump: 'minor', text: `${entry}: ${name} is new` }]
    if (now === undefined) return [{ bump: 'major', text: `${entry}: ${name} is removed` }]
    if (hasOnlyOptionalMembersMore(old, now)) return [{ bump: 'minor', text: `${entry}: ${name} takes more` }]
    return [{ bump: 'major', text: `${entry}: ${name} is changed` }]
  })
}

/** A member that is optional breaks nobody who leaves it out. In a report each stands on a line of its own. */
function hasOnlyOptionalMembersMore(before: string, after: string): boolean {
  const old = before.split('\n')
  let at = 0
  for (const line of after.split('\n')) {
    if (line === old[at]) at += 1
    else if (!/^\s+(?:readonly )?[\w$]+\?: .*;$/.test(line)) return false
  }
  return at === old.length
}

/** What each exported name is made of, down to what comes from other packages or is exported itself. */
type Surface = ReadonlyMap<string, string>

type Named = ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration

function surfaceOf(report: string): Surface {
  const code = /```ts\n([\s\S]*)```/.exec(report)?.[1] ?? ''
  const source = ts.createSourceFile('report.d.ts', code, ts.ScriptTarget.Latest, true)
  const declarations = new Map<string, ts.Statement[]>()
  const exported = new Set<string>()
  const imported = new Map<string, string>()
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      for (const [name, origin] of importsOf(statement)) imported.set(name, origin)
      continue
    }
    for (const name of namesOf(statement)) {
      declarations.set(name, [...(declarations.get(name) ?? []), statement])
      if (isExported(statement)) exported.add(name)
    }
  }
  const describe = (name: string): string => {
    // api-extractor numbers inner names that several files use (Props_2): here they are numbered as they are met
    const inner = [name]
    const texts: string[] = []
    for (const each of inner) {
      for (const statement of declarations.get(each) ?? []) {
        texts.push(
          textOf(statement, (identifier) => {
            const origin = imported.get(identifier)
            if (origin !== undefined) return origin
            if (identifier === name || exported.has(identifier) || !declarations.has(identifier))
              return identifier
            if (!inner.includes(identifier)) inner.push(identifier)
            return `#${inner.indexOf(identifier)}`
          }),
        )
      }
    }
    return texts.join('\n')
  }
  return new Map([...exported].map((name) => [name, describe(name)]))
}

/** `import { X as X_2 } from 'm'` as `X_2` and `m.X`. */
function importsOf({
  importClause,
  moduleSpecifier,
}: ts.ImportDeclaration): [name: string, origin: string][] {
  const module = (moduleSpecifier as ts.StringLiteral).text
  const bindings = importClause?.namedBindings
  const whole = importClause?.name ? [[importClause.name.text, `${module}.default`] as [string, string]] : []
  if (!bindings) return whole
  if (ts.isNamespaceImport(bindings)) return [...whole, [bindings.name.text, module]]
  return [
    ...whole,
    ...bindings.elements.map(({ name, propertyName }): [string, string] => [
      name.text,
      `${module}.${(propertyName ?? name).text}`,
    ]),
  ]
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  const { name } = statement as Named
  return name ? [name.text] : []
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

/** The statement without comments, each name replaced where it stands for a declaration. */
function textOf(statement: ts.Statement, replace: (name: string) => string): string {
  const source = statement.getSourceFile()
  const edits: { from: number; to: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      // nobody calls a function by the names of its parameters
      const text = isParameterName(node)
        ? '_'
        : isMemberName(node) || isTypeParameter(node)
          ? node.text
          : replace(node.text)
      edits.push({ from: node.getStart(), to: node.end, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(statement)
  let text = ''
  let at = statement.getStart()
  for (const { from, to, text: name } of edits) {
    text += source.text.slice(at, from) + name
    at = to
  }
  return (text + source.text.slice(at, statement.end)).replace(/^\s*\/\/.*\n/gm, '').replace(/^export /, '')
}

/** `Props` in `function lazily<Props>(...)`, whatever else is called so. */
function isTypeParameter(node: ts.Identifier): boolean {
  const declares = (scope: ts.Node): boolean =>
    'typeParameters' in scope &&
    ((scope as ts.SignatureDeclaration).typeParameters ?? []).some(({ name }) => name.text === node.text)
  for (let scope: ts.Node = node; !ts.isSourceFile(scope); scope = scope.parent)
    if (declares(scope)) return true
  return false
}

const isParameterName = ({ parent }: ts.Identifier): boolean => ts.isParameter(parent)

/** `name` in `{ name: string }` and in `other.name`. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isQualifiedName(parent)) return parent.right === node
  return (ts.isTypeElement(parent) || ts.isClassElement(parent)) && parent.name === node
}
