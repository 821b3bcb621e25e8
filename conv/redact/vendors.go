package redact

import (
	"slices"
	"strings"
	"sync"
)

// vendor is the form of one vendor's keys: a mark, then characters of a set, as
// the vendor's documentation says or its keys show.
type vendor struct {
	kind, mark string
	of         class
	min, max   int  // characters after the mark
	weak       bool // the mark is weak: only at the start of a word, and only mixed characters
}

const awsID = "secret:aws-access-key"

// vendors may be in any order, but a longer mark comes before a shorter one that
// it begins with.
var vendors = []vendor{
	{awsID, "AKIA", upper | digits, 16, 16, false},
	{awsID, "ASIA", upper | digits, 16, 16, false},
	{awsID, "ABIA", upper | digits, 16, 16, false},
	{awsID, "ACCA", upper | digits, 16, 16, false},
	{"secret:aws-bedrock-key", "ABSK", baseChars | equals, 100, 140, false},
	{"secret:github-token", "ghp_", word, 36, 255, false},
	{"secret:github-token", "gho_", word, 36, 255, false},
	{"secret:github-token", "ghu_", word, 36, 255, false},
	{"secret:github-token", "ghs_", dotted, 36, 600, false},
	{"secret:github-token", "ghr_", word, 36, 255, false},
	{"secret:github-token", "github_pat_", word, 60, 255, false},
	{"secret:gitlab-token", "glpat-", dotted, 20, 320, false},
	{"secret:gitlab-token", "gldt-", dotted, 20, 320, false},
	{"secret:gitlab-token", "glrt-", dotted, 20, 320, false},
	{"secret:gitlab-token", "glrtr-", dotted, 20, 320, false},
	{"secret:gitlab-token", "glcbt-", dotted, 20, 320, false},
	{"secret:gitlab-token", "glptt-", dotted, 20, 320, false},
	{"secret:gitlab-token", "glft-", dotted, 20, 320, false},
	{"secret:gitlab-token", "glimt-", dotted, 20, 320, false},
	{"secret:gitlab-token", "glagent-", dotted, 20, 320, false},
	{"secret:gitlab-token", "glsoat-", dotted, 20, 320, false},
	{"secret:gitlab-token", "glffct-", dotted, 20, 320, false},
	{"secret:gitlab-token", "gloas-", dotted, 20, 320, false},
	{"secret:gitlab-token", "GR1348941", token, 20, 60, false},
	{"secret:slack-token", "xoxe.xox", dotted | percent, 20, 400, false},
	{"secret:slack-token", "xoxb-", token, 20, 400, false},
	{"secret:slack-token", "xoxp-", token, 20, 400, false},
	{"secret:slack-token", "xoxa-", token, 20, 400, false},
	{"secret:slack-token", "xoxr-", token, 20, 400, false},
	{"secret:slack-token", "xoxs-", token, 20, 400, false},
	{"secret:slack-token", "xoxe-", token, 20, 400, false},
	{"secret:slack-token", "xoxc-", token, 20, 400, false},
	{"secret:slack-token", "xoxd-", token | plus | percent, 20, 600, false},
	{"secret:slack-token", "xapp-", token, 20, 400, false},
	{"secret:stripe-key", "sk_live_", alnum, 16, 250, false},
	{"secret:stripe-key", "rk_live_", alnum, 16, 250, false},
	{"secret:stripe-key", "sk_test_", alnum, 16, 250, false},
	{"secret:stripe-key", "rk_test_", alnum, 16, 250, false},
	{"secret:stripe-key", "sk_prod_", alnum, 16, 250, false},
	{"secret:webhook-secret", "whsec_", baseChars | equals, 24, 120, false},
	{"secret:anthropic-key", "sk-ant-", token, 24, 300, false},
	{"secret:openrouter-key", "sk-or-v1-", lowerHex, 40, 100, false},
	{"secret:openai-key", "sk-proj-", token, 24, 300, false},
	{"secret:openai-key", "sk-svcacct-", token, 24, 300, false},
	{"secret:openai-key", "sk-admin-", token, 24, 300, false},
	{"secret:openai-key", "sk-None-", token, 24, 300, false},
	{"secret:langfuse-key", "sk-lf-", token, 32, 60, false},
	{"secret:openai-key", "sk-", alnum, 20, 200, true},
	{"secret:openai-session", "sess-", alnum, 40, 40, false},
	{"secret:google-key", "AIza", token, 35, 35, false},
	{"secret:google-oauth", "GOCSPX-", token, 24, 40, false},
	{"secret:google-oauth", "1//0", token, 35, 200, false},
	{"secret:npm-token", "npm_", alnum, 36, 36, false},
	{"secret:pypi-token", "pypi-AgE", token, 50, 400, false},
	{"secret:docker-token", "dckr_pat_", token, 20, 60, false},
	{"secret:docker-token", "dckr_oat_", token, 20, 60, false},
	{"secret:huggingface-token", "hf_", alnum, 30, 40, true},
	{"secret:huggingface-token", "api_org_", letters, 34, 34, false},
	{"secret:mailgun-key", "key-", lower | digits, 32, 32, true},
	{"secret:heroku-key", "HRKU-", token, 30, 120, false},
	{"secret:digitalocean-token", "dop_v1_", lowerHex, 64, 64, false},
	{"secret:digitalocean-token", "doo_v1_", lowerHex, 64, 64, false},
	{"secret:digitalocean-token", "dor_v1_", lowerHex, 64, 64, false},
	{"secret:cloudflare-token", "cfut_", alnum, 40, 60, false},
	{"secret:cloudflare-token", "cfat_", alnum, 40, 60, false},
	{"secret:cloudflare-token", "cfk_", alnum, 40, 60, false},
	{"secret:datadog-key", "ddapi_", word, 20, 60, false},
	{"secret:newrelic-key", "NRAK-", upper | digits, 27, 27, false},
	{"secret:newrelic-key", "NRII-", token, 32, 32, false},
	{"secret:newrelic-key", "NRRA-", alnum, 42, 42, false},
	{"secret:shopify-token", "shpat_", lowerHex | upper, 32, 32, false},
	{"secret:shopify-token", "shpca_", lowerHex | upper, 32, 32, false},
	{"secret:shopify-token", "shppa_", lowerHex | upper, 32, 32, false},
	{"secret:shopify-token", "shpss_", lowerHex | upper, 32, 32, false},
	{"secret:square-token", "sq0atp-", token, 22, 22, false},
	{"secret:square-token", "sq0csp-", token, 43, 43, false},
	{"secret:square-token", "EAAA", token, 60, 60, true},
	{"secret:linear-key", "lin_api_", alnum, 32, 64, false},
	{"secret:linear-key", "lin_oauth_", alnum, 32, 80, false},
	{"secret:notion-token", "ntn_", alnum, 40, 60, false},
	{"secret:notion-token", "secret_", alnum, 43, 43, false},
	{"secret:age-key", "AGE-SECRET-KEY-1", upper | digits, 58, 58, false},
	{"secret:age-key", "AGE-PLUGIN-", upper | digits | dash, 40, 400, false},
	{"secret:1password-token", "ops_eyJ", token | equals, 60, 2000, false},
	{"secret:groq-key", "gsk_", alnum, 40, 60, false},
	{"secret:xai-key", "xai-", alnum, 60, 100, false},
	{"secret:perplexity-key", "pplx-", alnum, 40, 60, false},
	{"secret:replicate-token", "r8_", alnum, 35, 40, true},
	{"secret:fireworks-key", "fw_", alnum, 20, 40, true},
	{"secret:cerebras-key", "csk-", alnum, 40, 60, true},
	{"secret:nvidia-key", "nvapi-", token, 50, 80, false},
	{"secret:together-key", "tgp_v1_", token, 30, 60, false},
	{"secret:langsmith-key", "lsv2_pt_", word, 32, 60, false},
	{"secret:langsmith-key", "lsv2_sk_", word, 32, 60, false},
	{"secret:elevenlabs-key", "sk_", lowerHex, 48, 48, false},
	{"secret:tavily-key", "tvly-", token, 20, 60, false},
	{"secret:pinecone-key", "pcsk_", word, 50, 90, false},
	{"secret:supabase-key", "sbp_", lowerHex, 40, 60, false},
	{"secret:supabase-key", "sb_secret_", token, 25, 60, false},
	{"secret:netlify-token", "nfp_", alnum, 36, 40, false},
	{"secret:vercel-token", "vcp_", alnum, 40, 80, false},
	{"secret:fly-token", "fm2_", baseChars | equals, 80, 2000, false},
	{"secret:fly-token", "fo1_", token, 40, 60, false},
	{"secret:planetscale-token", "pscale_tkn_", dotted, 30, 64, false},
	{"secret:planetscale-token", "pscale_pw_", dotted, 30, 64, false},
	{"secret:planetscale-token", "pscale_oauth_", dotted, 30, 64, false},
	{"secret:postman-key", "PMAK-", lowerHex | dash, 50, 70, false},
	{"secret:databricks-token", "dapi", lowerHex, 32, 32, true},
	{"secret:grafana-token", "glsa_", word, 38, 60, false},
	{"secret:grafana-token", "glc_eyJ", baseChars | equals, 40, 400, false},
	{"secret:sentry-token", "sntrys_eyJ", baseChars | equals | under, 60, 400, false},
	{"secret:sentry-token", "sntryu_", lowerHex, 64, 64, false},
	{"secret:figma-token", "figd_", token, 38, 60, false},
	{"secret:atlassian-token", "ATATT3", token | equals, 150, 250, false},
	{"secret:atlassian-token", "ATCTT3", token | equals, 150, 250, false},
	{"secret:atlassian-token", "ATBB", alnum, 32, 32, false},
	{"secret:hubspot-token", "pat-na1-", lowerHex | dash, 36, 36, false},
	{"secret:hubspot-token", "pat-eu1-", lowerHex | dash, 36, 36, false},
	{"secret:pulumi-token", "pul-", lowerHex, 40, 40, false},
	{"secret:rubygems-key", "rubygems_", lowerHex, 48, 48, false},
	{"secret:crates-token", "cio", alnum, 32, 32, true},
	{"secret:nuget-key", "oy2", lower | digits, 43, 43, true},
	{"secret:contentful-token", "CFPAT-", token, 43, 43, false},
	{"secret:artifactory-key", "AKCp", alnum, 65, 75, false},
	{"secret:brevo-key", "xkeysib-", lowerHex | dash | alnum, 70, 90, false},
	{"secret:buildkite-token", "bkua_", lowerHex, 40, 40, false},
	{"secret:circleci-token", "CCIPAT_", word, 40, 80, false},
	{"secret:sonar-token", "squ_", lowerHex, 40, 40, false},
	{"secret:sonar-token", "sqp_", lowerHex, 40, 40, false},
	{"secret:tailscale-key", "tskey-", token, 20, 80, false},
	{"secret:prefect-key", "pnu_", alnum, 36, 36, false},
	{"secret:alibaba-key", "LTAI", alnum, 16, 26, false},
	{"secret:tencent-key", "AKID", alnum, 32, 32, false},
	{"secret:e2b-key", "e2b_", lowerHex, 40, 40, false},
	{"secret:jina-key", "jina_", token, 50, 70, false},
	{"secret:firecrawl-key", "fc-", lowerHex, 32, 32, true},
	{"secret:posthog-key", "phx_", alnum, 40, 60, false},
	{"secret:infracost-key", "ico-", alnum, 32, 32, true},
	{"secret:typeform-token", "tfp_", token, 40, 70, false},
	{"secret:readme-key", "rdme_", alnum, 60, 80, false},
	{"secret:vault-token", "hvs.", token, 20, 300, false},
	{"secret:vault-token", "hvb.", token, 20, 300, false},
	{"secret:vault-token", "hvr.", token, 20, 300, false},
	{"secret:sendgrid-key", "SG.", dotted, 66, 66, true},
	{"secret:google-oauth", "ya29.", token, 30, 400, false},
	{"secret:google-key", "AQ.Ab", token, 40, 80, false},
	{"secret:doppler-token", "dp.pt.", alnum, 40, 48, false},
	{"secret:doppler-token", "dp.st.", dotted, 40, 90, false},
	{"secret:dynatrace-token", "dt0c01.", dotted, 80, 100, false},
	{"secret:dropbox-token", "sl.u.", token, 100, 2000, false},
}

// byMark holds the vendors by the first byte of their mark, and those whose mark
// has a full stop, which separates words.
type byMark struct {
	by   [128][]*vendor
	dots []*vendor
}

var (
	marks   byMark
	marking sync.Once
)

// marked makes the table on first use.
func marked() *byMark {
	marking.Do(marks.fill)
	return &marks
}

func (m *byMark) fill() {
	for i := range vendors {
		v := &vendors[i]
		if strings.Contains(v.mark, ".") {
			m.dots = append(m.dots, v)
			continue
		}
		m.by[v.mark[0]] = append(m.by[v.mark[0]], v)
	}
}

// match returns where a key of the vendor that begins at s[i] ends, 0 if there is
// none.
func (v *vendor) match(s string, i int) int {
	if !strings.HasPrefix(s[i:], v.mark) {
		return 0
	}
	body := i + len(v.mark)
	end := v.of.end(s, body)
	if v.of&dot != 0 {
		for end > body && (s[end-1] == '.' || s[end-1] == '-') {
			end--
		}
	}
	n := end - body
	if n < v.min || n > v.max || end < len(s) && alnum.in(s[end]) || isFiller(s[body:end]) {
		return 0
	}
	if v.weak && (digits.count(s[body:end]) < 2 || letters.count(s[body:end]) < 2) {
		return 0
	}
	return end
}

// dotted looks for a key whose mark ends in the full stop before the word at
// start. It returns where the key ends, 0 if there is none.
func (s *scan) dotted(start int) int {
	if start == 0 || s.text[start-1] != '.' {
		return 0
	}
	for _, v := range marked().dots {
		head := v.mark[:strings.LastIndexByte(v.mark, '.')+1]
		at := start - len(head)
		if !strings.HasSuffix(s.text[:start], head) || !begins(s.text, at) {
			continue
		}
		if end := v.match(s.text, at); end > 0 {
			s.add(at, end, v.kind)
			return end
		}
	}
	return 0
}

// begins reports whether no letter or digit is before s[i], except that of an
// escape as in \n, %3D and \u003d.
func begins(s string, i int) bool {
	if i == 0 || !alnum.in(s[i-1]) {
		return true
	}
	for _, n := range []int{1, 2, 5} {
		if i > n && i-n+longWord <= len(s) && unescaped(s, i-n) == i {
			return true
		}
	}
	return false
}

// isFiller reports whether characters only stand for a key, as in an example: a
// run of equal characters such as xxxx, or asterisks.
func isFiller(s string) bool {
	const some = 6
	run := 1
	for i := 1; i < len(s); i++ {
		if s[i] != s[i-1] {
			run = 1
			continue
		}
		if run++; run >= some && strings.IndexByte("xX*.", s[i]) >= 0 {
			return true
		}
	}
	return slices.ContainsFunc([]string{"your-", "your_", "YOUR_", "placeholder", "PLACEHOLDER"}, func(word string) bool { return strings.Contains(s, word) })
}
