/**
 * The wording of instructions to a model, for undisguised text in lower case. Each pattern requires two things
 * together, such as "ignore" and "previous instructions", because either alone occurs in ordinary rules. All
 * repetitions are bounded, so that no text makes a pattern slow.
 */
import type { Mark } from './instructionLike.ts';

/** Within one sentence. */
const near = (max: number): string => `[^.!?\\n]{0,${String(max)}}`;
const any = (...parts: readonly string[]): string => `(?:${parts.join('|')})`;
const of = (mark: Mark, ...sources: readonly string[]): { mark: Mark; pattern: RegExp }[] =>
  sources.map((source) => ({ mark, pattern: new RegExp(source, 'mu') }));

const drop = any(
  'ignor(?:e|ing)',
  'disregard(?:ing)?',
  'forget',
  'overrid(?:e|ing)',
  'bypass',
  'discard',
  'do not (?:follow|obey)',
  "don't (?:follow|obey)",
  'stop (?:following|obeying)',
  'no longer follow',
);
const orders = any(
  'instructions?',
  'directives?',
  'prompts?',
  'guidelines',
  'orders',
  'programming',
  'guardrails',
  'safeguards',
);
const former = any(
  'previous',
  'prior',
  'above',
  'earlier',
  'preceding',
  'former',
  'existing',
  'original',
  'initial',
  'past',
);
const whose = any('your', 'system', "the system's", 'developer', 'safety', 'all your', 'any of your');

const overriding = [
  `\\b${drop}\\b(?: \\w+){0,3} ${former}(?: \\w+){0,2} ${orders}\\b`,
  `\\b${drop}\\b(?: \\w+){0,3} (?:previous|prior|above|earlier|preceding|former)(?: \\w+)? (?:rules|context|commands|constraints|restrictions)\\b`,
  `\\b${drop}\\b(?: \\w+){0,3} ${whose}(?: \\w+){0,2} (?:${orders}|rules|training|restrictions|constraints|policies|polic(?:y|ies))\\b`,
  `\\b${drop}\\b(?: \\w+){0,2} (?:everything|all|anything)(?: that)?(?: \\w+){0,3} (?:above|before this|before now|told|you know|you were|instructed|so far)\\b`,
  `\\b${drop}\\b (?:all|any|every|these|those|the) (?:of )?(?:the |your )?(?:${orders}) (?:you|above|before|given|from|in your|and)\\b`,
  `\\byour (?:new|real|actual|true|updated|only) (?:${orders}|instruction|task|goal|mission|purpose|objective|rules?) (?:is|are|:)`,
  `\\bnew (?:system )?(?:instructions|prompt|directives?) ?(?:for you|from (?:the )?(?:system|developers?|admin\\w*|user))\\b`,
  `^\\W{0,6}(?:new|updated|important|urgent|secret|hidden) (?:system )?instructions? ?:`,
  `\\byou are (?:now|no longer|hereby)\\b${near(30)}\\b(?:unrestricted|uncensored|unfiltered|jailbroken|dan|evil|bound by|restricted|limited by|free (?:of|from)|(?:developer|admin|god|debug|root|maintenance|dan) mode)\\b`,
  `\\byou (?:must|will|shall|have to) now (?!be able|have|see|get)\\w+`,
  `\\bfrom now on,? (?:you|the assistant) (?:must |will |shall |are to |should )(?:only |always )?(?:obey|comply|ignore|act as|pretend|respond as|answer as|follow (?:these|my|the following|only))`,
  `\\b(?:enter|activate|enable|switch to) (?:dan|god|jailbreak|unrestricted|unfiltered|do anything now) mode\\b`,
  `\\bpretend (?:that )?you(?: are not| have no|'re not| are free)`,
  `\\b(?:system|admin(?:istrator)?|root|security|emergency|priority) override\\b`,
  `\\bi am (?:your|the) (?:developer|creator|administrator|operator|system administrator)\\b${near(60)}\\b(?:must|obey|comply|authori[sz]ed?|order|override|need you)\\b`,
  `\\b(?:attention|note|notice|message|instructions?|reminder|order)s? (?:for|to) (?:the |all |any )?(?:ai|llm|language model|assistant|agent|chatbot|claude|copilot|chatgpt|gpt|gemini)s?(?: agents?| assistants?| models?)?(?: reading this)? ?[:!\\]]`,
  `\\bif you are an? (?:ai|llm|(?:large )?language model|chatbot)\\b`,
  `\\b(?:when|whenever|once|if|after) (?:you|the (?:assistant|model|agent|ai)) (?:reads?|sees?|recalls?|loads?|retrieves?|process(?:es)?|finds?) this(?: (?:memory|message|note|text|fact|entry|line))?(?:[,.:;!]|$| you\\b)`,
  // German
  `(?:ignorier|vergiss|vergesst|missachte|übergeh|verwirf|befolge)\\w*(?: \\w+){0,3} (?:vorherigen?|vorigen?|bisherigen?|obigen?|früheren?|vorangegangenen?|vorhergehenden?)(?: \\w+){0,2} (?:anweisung|instruktion|befehl|vorgabe|regel|anordnung|prompt)`,
  `(?:ignorier|vergiss|vergesst|missachte|verwirf)\\w* (?:alle |sämtliche )?(?:deine|eure|ihre)(?: \\w+){0,2} (?:anweisung|instruktion|vorgabe|regel|richtlinie|prompt)`,
  `(?:ignorier|vergiss|vergesst)\\w* (?:alles|sämtliches)\\b${near(20)}(?:davor|bisher|vorher|zuvor|oben|gesagt)`,
  `du (?:musst|wirst|sollst) (?:jetzt|nun|ab sofort) (?:\\w+ ){0,3}\\w+`,
  `du bist (?:jetzt|nun|ab sofort) (?:ein |eine )?(?:uneingeschränkt|unzensiert|nicht mehr|ohne|frei von|im (?:entwickler|admin|debug))`,
  `deine (?:neue|wahre|eigentliche|neuen) (?:aufgabe|anweisung|anweisungen|instruktionen) (?:ist|sind|lautet|lauten)`,
  // Chinese and Japanese
  `(?:忽略|无视|無視|忽視|忘记|忘記|忘掉|不要理会|不要遵守|绕过)[^。！？\\n]{0,12}(?:之前|以上|先前|前面|上述|此前|原有|所有|一切|全部|系统|系統)[^。！？\\n]{0,8}(?:指令|指示|提示|规则|規則|命令|说明|說明|设定|設定|限制)`,
  `你(?:现在|現在)(?:必须|必須|是不受|是没有|已经不受)|你的(?:新|真正)(?:的)?(?:任务|任務|指令|目标)(?:是|：|:)`,
  `(?:以前|これまで|上記|前|今まで)の(?:すべての|全ての)?(?:指示|命令|指令|プロンプト)[^。\\n]{0,8}(?:無視|忘れ|破棄)`,
  // Spanish, Portuguese, French, Italian, Russian
  `(?:ignor[aeo]\\w*|olvid[ae]\\w*|descart[ae]\\w*|desobede\\w+|haz caso omiso de|esquece\\w*|desconsider\\w+)(?: [\\p{L}]+){0,3} (?:instrucciones|órdenes|ordenes|indicaciones|reglas|directrices|instruções|ordens|regras|istruzioni|regole)(?: [\\p{L}]+){0,2} (?:anteriores|previas|prévias|precedentes|originales|originais|precedenti|de arriba|del sistema|do sistema)`,
  `(?:ignor[aeo]\\w*|olvid[ae]\\w*|descart[ae]\\w*)(?: [\\p{L}]+){0,2} (?:anteriores|previas|precedenti|tus|suas)(?: [\\p{L}]+){0,1} (?:instrucciones|órdenes|ordenes|reglas|instruções|istruzioni)`,
  `(?:tu|su) (?:nueva|verdadera) (?:tarea|misión|instrucción) es|(?:ahora debes|debes ahora|a partir de ahora (?:debes obedecer|ignora|actúa como))`,
  `(?:ignore[rz]?|oublie[rz]?)(?: [\\p{L}]+){0,3} (?:instructions|consignes|règles|directives)(?: [\\p{L}]+){0,2} (?:précédentes|antérieures|ci-dessus|du système)`,
  `(?:игнорируй|забудь|проигнорируй)[\\p{L}]*(?: [\\p{L}]+){0,2} (?:предыдущ|прежн|прошл|системн)[\\p{L}]*(?: [\\p{L}]+)? (?:инструкци|указани|команд|правил)`,
];

const roles =
  'system|system-reminder|assistant|human|developer|tool_calls?|tool_use|tool_results?|tool_response|tool_output|function_calls?|function_results?|function_response|invoke|antml:\\w+|bigmind[-_ ]\\w+|transcript|admin_?\\w*|sudo|im_start|important_instructions?';
const forging = [
  `<\\|\\s?(?:im_start|im_end|system|user|assistant|endoftext|end_of_text|eot_id|start_header_id|end_header_id|begin_of_text|eom_id|python_tag|tool_\\w+|start|end|message|channel)\\b[^>\\n]{0,20}\\|?>`,
  `(?<!')<\\s?/?\\s?(?:${roles})(?:\\s[^>\\n]{0,80})?/?>(?!')`,
  `\\[\\s?/?\\s?(?:inst|/inst|system|sys)\\s?\\]|<<\\s?/?\\s?sys\\s?>>|\\bbegin_of_text\\b`,
  `(?:^|[.!?] )\\W{0,6}(?:system|developer)(?: (?:prompt|message|note|instructions?|notice|update|override|alert))? ?: ?(?:you|ignore|the (?:user|assistant)|from now|all |please|new |important|do not|never|always|override|disregard|your|must|execute|run|send|call|forget|reveal|security|access)`,
  `(?:^|\\s)#{2,4} ?(?:system|instruction|human|assistant)(?: prompt| message)? ?(?::|$)`,
  `(?:^|[.!?] )(?:human|user) ?: [^\\n]{1,300}[\\n ]+assistant ?: ?(?:sure|of course|understood|okay|ok|yes|certainly|i will|i'll)\\b`,
  `\\bend of (?:the )?(?:memory|memories|context|recalled (?:text|data)|system prompt|untrusted \\w+|bigmind)\\b${near(60)}(?:\\bnow\\b|\\bbegins?\\b|\\bfollow|:|\\]|$)`,
  `^\\W{0,6}系统(?:提示|消息|指令|通知)? ?[:：]|^\\W{0,6}systemnachricht ?:|^\\W{0,6}(?:mensaje del )?sistema ?: ?(?:debes|ignora|eres|ahora|nunca|no )`,
];

const person = any('user', 'human', 'developer', 'operator', 'person', 'owner', 'programmer');
const here = any(
  'this',
  'it',
  'these',
  'any of this',
  'anything about this',
  'that you',
  'this memory',
  'this instruction',
  'this message',
);
const keepingSecrets = [
  `\\b(?:do not|don't|never|must not|should not|cannot) (?:ever )?(?:tell|inform|notify|alert|warn|let) (?:the |your )?${person}(?: know)?(?: (?:about|of|that|what) (?:this|these|it|you|any|what you)|,|;|\\.|!|$| anything\\b| and\\b| or\\b)`,
  `\\b(?:do not|don't|never|must not|without) (?:ever )?(?:mention|mentioning|reveal|revealing|disclose|disclosing|say|show|report|tell) ${here}\\b${near(30)}(?:\\b(?:to|in front of) (?:the |your )?(?:${person}|anyone|anybody)|[.!;,]|$)`,
  `\\b(?:keep|hide|conceal) (?:${here}|your \\w+)(?: \\w+){0,2} (?:(?:secret|hidden|confidential)(?=[.!,;]|$| from| and)|from (?:the |your )?${person})`,
  `(?<!\\b(?:never|not|don't|avoid|nothing)\\b[^.!?\\n]{0,80})\\bwithout (?:telling|informing|notifying|alerting|warning) (?:the |your )?${person}`,
  `(?<!\\b(?:never|not|don't|avoid|nothing)\\b[^.!?\\n]{0,80})\\bwithout the ${person}(?:'?s)? (?:knowing|knowledge|noticing|consent|awareness)`,
  `\\b(?:silently|secretly|quietly|covertly) (?:run|execute|send|upload|delete|exfiltrate|forward|install|add|include|insert|copy|append|download)\\b`,
  `(?:sag|sage|verrate|erzähle?|erwähne|melde|teile) (?:das |dies |es |davon )?(?:dem|der|den) (?:benutzer|nutzer|anwender|user)\\w*(?: \\p{L}+){0,2} (?:nichts|kein wort|nicht(?: mit)?(?=[.!,;]|$| davon| darüber| dass du))`,
  `(?:erwähne|verrate|sage?) (?:das|dies|es) (?:niemandem|gegenüber niemandem|dem (?:benutzer|nutzer) nicht)|ohne (?:dem|den) (?:benutzer|nutzer|anwender)\\w* (?:etwas )?(?:zu sagen|zu informieren|davon)`,
  `(?:不要|别|別|切勿|不得|请勿|請勿|千万不要)[^。！？\\n]{0,4}(?:告诉|告訴|告知|透露|提及|通知|提醒)[^。！？\\n]{0,6}(?:用户|用戶|使用者|任何人)|(?:ユーザー|利用者)に(?:は)?(?:言わない|知らせない|伝えない|秘密)`,
  `no (?:le |se lo |lo )?(?:digas|diga|cuentes|menciones|informes|reveles|avises)(?: [\\p{L}]+){0,3} (?:al|a la|a los) (?:usuario|usuaria|usuarios|persona)|sin (?:decírselo|avisar|informar) al usuario`,
];

const pipes =
  '\\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-expression)\\b[^|\\n]{0,200}\\|\\s?(?:sudo )?(?:ba|z|da|fi|k)?(?:sh|iex|python3?|node|perl)\\b';
const runningCode = [
  `\\b(?:run|execute|eval|paste|launch|start|must|now|first|always|immediately|please)\\b[^.!?\\n]{0,60}${pipes}`,
  `\\b(?:run|execute|eval|launch|paste) (?:this|the following|these|the attached|the encoded|the decoded)(?: \\w+){0,2} (?:command|script|code|payload|line|snippet)s?\\b[^.?\\n]{0,60}\\b(?:now|immediately|silently|at once|without|exactly|before (?:you|continu\\w+|respond\\w+|answer\\w+|anything)|on the user's|in every|every time)\\b`,
  `\\b(?:now|immediately|before (?:you |doing )?(?:anything|continuing|responding|answering)\\w*),? (?:\\w+ ){0,2}(?:run|execute|eval|launch) (?:this|the following|these) (?:\\w+ )?(?:command|script|code|payload|line|snippet)s?\\b`,
  `\\brm -[rf]{2}\\w* (?:--no-preserve-root )?(?:/(?:\\s|\\*|$)|~(?:/?(?:\\s|\\*|$))|\\$home)`,
  `/dev/tcp/\\d|\\b(?:nc|ncat|netcat) [^\\n]{0,40}-e |\\bbash -i >&|powershell(?:\\.exe)? [^\\n]{0,40}-e(?:nc|ncodedcommand)? [a-z0-9+/=]{20}|eval\\(atob\\(|base64 (?:-d|--decode)[^\\n]{0,40}\\| ?(?:ba)?sh`,
  `\\b(?:decode|base64|rot13|hex|unhex|atob)\\b[^\\n]{0,120}\\b(?:execute|run|follow|obey|carry out|comply|do what|act on)\\b`,
  `\\b(?:execute|run|follow|obey|carry out|comply with)\\b[^.!?\\n]{0,60}\\b(?:decoded|base64|encoded)\\b[^\\n]{0,60}[a-z0-9+/]{24}`,
  `(?:führe|starte) (?:sofort |jetzt |nun )?(?:diesen|dieses|folgenden|folgendes|den folgenden|das folgende) (?:befehl|skript|code|kommando)(?: [\\p{L}]+){0,2}\\b${near(30)}(?:sofort|jetzt|ohne|unverzüglich|heimlich)|dekodier\\w*[^\\n]{0,80}(?:führe|befolge|ausführ)`,
  `(?:立即|马上|立刻|现在就|請立即|静默|偷偷)[^。\\n]{0,4}(?:运行|执行|執行|運行)[^。\\n]{0,30}|解码[^。\\n]{0,40}(?:执行|运行|遵循)`,
  `(?:ejecuta|ejecute|corre)(?: [\\p{L}]+){0,3} (?:comando|código|script|orden)(?: [\\p{L}]+){0,3}[^.\\n]{0,30}(?:inmediatamente|ahora|en silencio|sin (?:preguntar|avisar|decir))|decodifica[^\\n]{0,80}(?:ejecuta|sigue|obedece)`,
];

const precious = any(
  'conversation',
  'chat (?:history|log)s?',
  'secrets?',
  'passwords?',
  'credentials?',
  'api[ _-]keys',
  "(?:the |all |any |every |user's )api[ _-]key",
  'access tokens',
  'environment variables?',
  '\\.env\\b',
  'ssh[ _-]keys?',
  'id_rsa',
  'private keys?',
  'memories',
  'system prompt',
  'everything (?:you|the user)',
  "(?:the )?user'?s (?:data|files?|code|messages?|prompts?|e-?mails?|key|token|name)",
);
const send = any(
  'send',
  'post',
  'upload',
  'forward',
  'exfiltrate',
  'transmit',
  'leak',
  'e-?mail',
  'submit',
  'copy',
  'push',
  'append',
  'report',
  'put',
  'include',
  'encode',
);
const sendingData = [
  `\\b${send}\\b[^.!?\\n]{0,80}${precious}[^!?\\n]{0,80}(?:https?://|\\bto [\\w.-]+@[\\w-]+\\.|\\b(?:webhook|pastebin|url|attacker|image (?:url|link))\\b)`,
  `${precious}[^.!?\\n]{0,40}\\b(?:to|into) [^!?\\n]{0,40}https?://[^\\s]{3,}`,
  `\\bexfiltrat(?:e|ing) (?:the|all|any|user|your|this|every)\\b`,
  `!\\[[^\\]\\n]{0,100}\\]\\(\\s?https?://[^)\\n]{0,200}(?:[?&](?:data|d|secrets?|key|content|msg|exfil|leak|payload|info|chat|text|ctx|history|conversation)=|\\{|<|%7b)`,
  `(?:sende|schicke?|lade|übermittle|poste)\\b[^.!?\\n]{0,60}(?:passw[öo]rt|zugangsdaten|schlüssel|umgebungsvariable|gespräch|unterhaltung|verlauf|geheimnis|token)[^!?\\n]{0,60}(?:https?://|@)`,
  `(?:发送|發送|上传|上傳|转发|提交|泄露|外传)[^。\\n]{0,30}(?:密码|密碼|密钥|凭据|凭证|令牌|对话|聊天记录|环境变量|机密)|(?:把|将|將)[^。\\n]{0,30}(?:密码|密碼|密钥|凭据|凭证|令牌|对话|聊天记录|环境变量|机密)[^。\\n]{0,20}(?:发送|發送|上传|转发|提交|发到)`,
  `(?:envía|envíe|enviar|manda|sube|publica)[^.!?\\n]{0,60}(?:contraseñas?|credenciales|claves?|secretos?|conversación|historial|variables de entorno)[^!?\\n]{0,60}(?:https?://|@)`,
];

export const orderPatterns: readonly { mark: Mark; pattern: RegExp }[] = [
  ...of('overrides', ...overriding),
  ...of('forges a role', ...forging),
  ...of('keeps secrets', ...keepingSecrets),
  ...of('runs code', ...runningCode),
  ...of('sends data', ...sendingData),
];
