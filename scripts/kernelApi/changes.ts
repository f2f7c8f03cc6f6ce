import ts from 'typescript'
import type { Reports } from './reports'
import { surfaceOf, type Surface } from './surface'

export interface Change {
  kind: 'new' | 'more' | 'removed' | 'changed'
  entry: string
  /** Null for a whole entry. */
  name: string | null
}

const NOTHING: Surface = { exports: new Map(), declarations: new Map(), imports: new Map() }

export function changesBetween(before: Reports, after: Reports): Change[] {
  const entries = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return entries.flatMap((entry): Change[] => {
    const old = before[entry]
    const now = after[entry]
    if (old === undefined) return [{ kind: 'new', entry, name: null }]
    return changesOfEntry(entry, surfaceOf(old), now === undefined ? NOTHING : surfaceOf(now))
  })
}

function changesOfEntry(entry: string, before: Surface, after: Surface): Change[] {
  const names = [...new Set([...before.exports.keys(), ...after.exports.keys()])].sort()
  return names.flatMap((name): Change[] => {
    const old = before.exports.get(name)
    const now = after.exports.get(name)
    if (!old) return [{ kind: 'new', entry, name }]
    if (!now) return [{ kind: 'removed', entry, name }]
    const difference = new Comparison(before, after).ofDeclared(old.local, now.local)
    return difference === 'same' ? [] : [{ kind: difference, entry, name }]
  })
}

type Difference = 'same' | 'more' | 'changed'

/**
 * Compares an exported name, down to types of other packages. Nested names are compared by what they stand
 * for: api-extractor numbers those that several files use (`Props_2`), and a type may be exported later.
 */
class Comparison {
  /** Pairs already visited: a type may contain itself. */
  private readonly seen = new Set<string>()

  private readonly before: Surface
  private readonly after: Surface

  constructor(before: Surface, after: Surface) {
    this.before = before
    this.after = after
  }

  ofDeclared(old: string, now: string): Difference {
    const pair = `${old} ${now}`
    if (this.seen.has(pair)) return 'same'
    this.seen.add(pair)
    const first = this.before.declarations.get(old)
    const second = this.after.declarations.get(now)
    if (first && second) return this.ofLists(first, second, false)
    const origin = this.before.imports.get(old) ?? old
    return !first && !second && origin === (this.after.imports.get(now) ?? now) ? 'same' : 'changed'
  }

  private areJudgedThemselves(old: string, now: string): boolean {
    for (const [name, { local }] of this.before.exports)
      if (local === old && this.after.exports.get(name)?.local === now) return true
    return false
  }

  private ofNodes(old: ts.Node, now: ts.Node): Difference {
    if (old.kind !== now.kind) return 'changed'
    if (old.kind === ts.SyntaxKind.SyntaxList) return this.ofLists(childrenOf(old), childrenOf(now), true)
    if (ts.isIdentifier(old) && ts.isIdentifier(now) && !isOwnName(old) && !isOwnName(now))
      return this.areJudgedThemselves(old.text, now.text) ? 'same' : this.ofDeclared(old.text, now.text)
    const [first, second] = [childrenOf(old), childrenOf(now)]
    if (first.length > 0) return this.ofLists(first, second, false)
    return second.length === 0 && old.getText() === now.getText() ? 'same' : 'changed'
  }

  private ofLists(old: readonly ts.Node[], now: readonly ts.Node[], mayGrow: boolean): Difference {
    let at = 0
    let result: Difference = 'same'
    for (const node of now) {
      const difference = at < old.length ? this.ofNodes(old[at]!, node) : 'changed'
      if (difference !== 'changed') at += 1
      else if (!mayGrow || !isMoreAlone(node, at === old.length)) return 'changed'
      if (difference !== 'same') result = 'more'
    }
    return at === old.length ? result : 'changed'
  }
}

/** Without the names of parameters, which are not part of the API. */
const childrenOf = (node: ts.Node): ts.Node[] =>
  node
    .getChildren()
    .filter(
      (child) =>
        child.kind !== ts.SyntaxKind.CommaToken &&
        child.getText() !== 'export' &&
        !(ts.isParameter(node) && child === node.name),
    )

/** An optional parameter, a field of an answer, or a value of a list that is only read. */
function isMoreAlone(node: ts.Node, isLast: boolean): boolean {
  if (ts.isParameter(node)) return isLast && node.questionToken !== undefined
  if (isValueOfReadonlyList(node)) return isLast
  if (!ts.isTypeElement(node) && !ts.isClassElement(node)) return false
  return ('questionToken' in node && node.questionToken !== undefined) || isFieldOfAnswer(node)
}

/** E.g. `id: Field<"id", number, undefined>` in a table of `contracts`. */
const isFieldOfAnswer = (node: ts.Node): boolean =>
  ts.isPropertySignature(node) &&
  node.type !== undefined &&
  ts.isTypeReferenceNode(node.type) &&
  /^Field(_\d+)?$/.test(node.type.typeName.getText())

/** `'settings'` in `readonly ['users', 'settings']`. */
const isValueOfReadonlyList = ({ parent }: ts.Node): boolean =>
  ts.isTupleTypeNode(parent) &&
  ts.isTypeOperatorNode(parent.parent) &&
  parent.parent.operator === ts.SyntaxKind.ReadonlyKeyword

/** `name` in `{ name: string }` and in `other.name`: neither a reference nor a declaration. */
function isOwnName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isQualifiedName(parent) && parent.right === node) return true
  return (
    ((ts.isTypeElement(parent) || ts.isClassElement(parent)) && parent.name === node) || isTypeParameter(node)
  )
}

/** `Props` in `function lazily<Props>(...)`: it hides another type of that name. */
function isTypeParameter(node: ts.Identifier): boolean {
  const declares = (scope: ts.Node): boolean =>
    'typeParameters' in scope &&
    ((scope as ts.SignatureDeclaration).typeParameters ?? []).some(({ name }) => name.text === node.text)
  for (let scope: ts.Node = node; !ts.isSourceFile(scope); scope = scope.parent)
    if (declares(scope)) return true
  return false
}
