interface Document {
  info: { title: string }
  paths?: object
}

interface Operation {
  summary?: string
  parameters?: readonly {
    name: string
    in: string
    required?: boolean
    schema?: object
  }[]
  requestBody?: { content?: Content }
  responses?: Readonly<Record<string, { content?: Content }>>
}

type Content = Readonly<Record<string, { schema?: object }>>

export const PAGE_STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c1f23; background: #fff }
h2 { font: 600 1rem/1.5 ui-monospace, monospace; border-top: 1px solid #d5d9de; padding-top: 1rem }
h3 { font-size: .85rem; color: #57606a; margin: .75rem 0 .25rem }
pre { background: #f4f6f8; padding: .75rem; overflow-x: auto; font-size: .8rem; margin: 0 }
@media (prefers-color-scheme: dark) {
  body { color: #e6e8eb; background: #15181b } pre { background: #20252a } h3 { color: #a8b0b8 }
  h2 { border-color: #3a4148 } a { color: #8ab4f8 }
}`

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const block = (title: string, value: unknown): string =>
  value === undefined ? '' : `<h3>${escape(title)}</h3><pre>${escape(JSON.stringify(value, null, 2))}</pre>`

function section(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters?.map(({ name, in: where, required, schema }) => ({
    name,
    in: where,
    required: required ?? false,
    schema,
  }))
  const answers = Object.entries(operation.responses ?? {}).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, { schema }]) => block(`Answer ${status}, ${type}`, schema)),
  )
  return [
    `<h2>${escape(`${method.toUpperCase()} ${path}`)}</h2>`,
    `<p>${escape(operation.summary ?? '')}</p>`,
    block('Parameters', parameters),
    block('Body', operation.requestBody?.content?.['application/json']?.schema),
    ...answers,
  ].join('\n')
}

export function docsPage({ info, paths = {} }: Document): string {
  const sections = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => section(method, path, operation)),
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(info.title)}</title>
<style>${PAGE_STYLE}</style></head>
<body><main><h1>${escape(info.title)}</h1>
<p>Every call, who may make it, and what goes in and out. <a href="/api/docs/json">The same as OpenAPI JSON</a>.</p>
${sections.join('\n')}
</main></body></html>`
}
