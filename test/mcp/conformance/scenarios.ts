/**
 * Every scenario of the official suite for servers, and whether it applies. Most others need a tool, resource or prompt
 * that only a server built for the suite has. The rest test parts of the protocol that we do not offer, as the
 * handshake says.
 */

/** `everywhere`: over HTTP and stdio; `http`: only HTTP has it. */
export type Applies = 'everywhere' | 'http' | { not: string };

const needsTool = (name: string): Applies => ({
  not: `It calls a tool \`${name}\`, which only servers built for the suite have.`,
});
const needsPrompt = (name: string): Applies => ({
  not: `It gets a prompt \`${name}\`, which only servers built for the suite have.`,
});
const needsResource = (uri: string): Applies => ({
  not: `It reads \`${uri}\`, which only servers built for the suite have.`,
});
const notOffered = (what: string): Applies => ({ not: `We offer no ${what}, and do not declare it.` });

export const scenarios: Readonly<Record<string, Applies>> = {
  'server-initialize': 'everywhere',
  ping: 'everywhere',
  'tools-list': 'everywhere',
  // Our answer to an unknown tool is a text too, and both scenarios only check that.
  'tools-call-simple-text': 'everywhere',
  'tools-call-error': 'everywhere',
  'resources-list': 'everywhere',
  'prompts-list': 'everywhere',
  'server-sse-multiple-streams': 'http',
  'dns-rebinding-protection': 'http',

  'logging-set-level': notOffered('logging to the client'),
  'completion-complete': notOffered('completion'),
  'resources-subscribe': notOffered('subscription to resources'),
  'resources-unsubscribe': notOffered('subscription to resources'),
  'tools-call-image': needsTool('test_image_content'),
  'tools-call-audio': needsTool('test_audio_content'),
  'tools-call-embedded-resource': needsTool('test_embedded_resource'),
  'tools-call-mixed-content': needsTool('test_multiple_content_types'),
  'tools-call-with-logging': needsTool('test_tool_with_logging'),
  'tools-call-with-progress': needsTool('test_tool_with_progress'),
  'tools-call-sampling': needsTool('test_sampling'),
  'tools-call-elicitation': needsTool('test_elicitation'),
  'json-schema-2020-12': needsTool('json_schema_2020_12_tool'),
  'elicitation-sep1034-defaults': needsTool('test_elicitation_sep1034_defaults'),
  'elicitation-sep1330-enums': needsTool('test_elicitation_sep1330_enums'),
  'server-sse-polling': needsTool('test_reconnection'),
  'resources-read-text': needsResource('test://static-text'),
  'resources-read-binary': needsResource('test://static-binary'),
  'resources-templates-read': needsResource('test://template/123/data'),
  'prompts-get-simple': needsPrompt('test_simple_prompt'),
  'prompts-get-with-args': needsPrompt('test_prompt_with_arguments'),
  'prompts-get-embedded-resource': needsPrompt('test_prompt_with_embedded_resource'),
  'prompts-get-with-image': needsPrompt('test_prompt_with_image'),
};
