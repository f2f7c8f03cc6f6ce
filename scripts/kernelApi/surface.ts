import ts from 'typescript'

/** The API in the report of an entry. */
export interface Surface {
  /** By exported name. */
  exports: ReadonlyMap<string, Exported>
  /** By local name, e.g. `Screen_2` where `Screen` is exported. */
  declarations: ReadonlyMap<string, readonly Declaration[]>
  /** E.g. `react.ReactNode`, by local name. */
  imports: ReadonlyMap<string, string>
}

export interface Exported {
  /** Its local name in the report. */
  local: string
  isDeprecated: boolean
}

export type Declaration =
  | ts.VariableStatement
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration

/** Throws at unknown syntax in a report: otherwise changes of a name could go unnoticed. */
export function surfaceOf(report: string): Surface {
  const code = /```ts\n([\s\S]*)```/.exec(report)?.[1]
  if (code === undefined) throw new Error('The report has no code.')
  const source = ts.createSourceFile('report.d.ts', code, ts.ScriptTarget.Latest, true)
  const declarations = new Map<string, Declaration[]>()
  const imports = new Map<string, string>()
  const locals = new Map<string, string>()
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      for (const [name, origin] of importsOf(statement)) imports.set(name, origin)
    } else if (ts.isExportDeclaration(statement)) {
      for (const [name, local] of exportsOf(statement, imports)) locals.set(name, local)
    } else if (isDeclaration(statement)) {
      for (const name of namesOf(statement)) {
        declarations.set(name, [...(declarations.get(name) ?? []), statement])
        if (isExported(statement)) locals.set(name, name)
      }
    } else throw unsupported(statement)
  }
  const exports = new Map<string, Exported>()
  for (const [name, local] of locals) {
    const own = declarations.get(local)
    if (!own && !imports.has(local)) throw new Error(`The report exports ${name}, and does not declare it.`)
    exports.set(name, { local, isDeprecated: own?.some(isDeprecated) ?? false })
  }
  return { exports, declarations, imports }
}

const unsupported = (statement: ts.Node): Error =>
  new Error(`The kernel's reports are not read with statements like this: ${statement.getText()}`)

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

/** Re-exports from another module are added to `imports` under a name that no declaration can have. */
function exportsOf(
  statement: ts.ExportDeclaration,
  imports: Map<string, string>,
): [name: string, local: string][] {
  const { exportClause, moduleSpecifier } = statement
  const module = moduleSpecifier && (moduleSpecifier as ts.StringLiteral).text
  const from = (origin: string): string => {
    imports.set(origin, origin)
    return origin
  }
  if (!exportClause) return [[`* of ${module}`, from(`${module}.*`)]]
  if (!ts.isNamedExports(exportClause)) throw unsupported(statement)
  return exportClause.elements.map(({ name, propertyName }) => {
    const local = (propertyName ?? name).text
    return [name.text, module === undefined ? local : from(`${module}.${local}`)]
  })
}

const isDeclaration = (statement: ts.Statement): statement is Declaration =>
  ts.isVariableStatement(statement) ||
  ts.isFunctionDeclaration(statement) ||
  ts.isClassDeclaration(statement) ||
  ts.isInterfaceDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement) ||
  ts.isEnumDeclaration(statement)

function namesOf(statement: Declaration): string[] {
  const named = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement]
  return named.map(({ name }) => {
    if (!name || !ts.isIdentifier(name)) throw unsupported(statement)
    return name.text
  })
}

const isExported = (statement: Declaration): boolean =>
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

/** api-extractor marks deprecated names with a comment, `// @public @deprecated`. */
const isDeprecated = (statement: Declaration): boolean =>
  statement.getFullText().slice(0, statement.getLeadingTriviaWidth()).includes('@deprecated')
