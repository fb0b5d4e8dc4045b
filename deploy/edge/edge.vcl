vcl 4.1;

# An edge of Sangwian's streams: checks the grant of each request, and then serves the stream from its cache.
# `hosts.vcl` names the two backends, `origin` and `gate` (see README.md). docs/decisions/0084 says why it works this way.

import std;
include "hosts.vcl";

# Varnish handles a request in steps and restarts it after each:
#   X-Step: verdict   may this grant play this channel? Answered by the gate, cached per grant.
#   X-Step: content   the playlist, part, segment or thumbnail, cached once for all grants.
# A request that waited long for its content checks the verdict once more before the response.

sub vcl_recv {
  if (local.socket == "control") {
    if (req.method != "BAN" || !req.http.X-Ban-Sessions) { return (synth(405)); }
    # A ban also removes a verdict whose refresh is on its way.
    if (std.ban("obj.http.X-Watch-Session ~ " + req.http.X-Ban-Sessions)) { return (synth(200)); }
    return (synth(400, std.ban_error()));
  }
  if (req.restarts > 0) {
    if (req.http.X-Step == "content") {
      set req.url = req.http.X-Content;
      set req.backend_hint = origin;
    } else {
      set req.url = req.http.X-Verdict;
      set req.backend_hint = gate;
    }
    return (hash);
  }

  unset req.http.X-Edge-Grant;
  unset req.http.X-Verdict;
  unset req.http.X-Content;
  unset req.http.X-Step;
  unset req.http.X-Checked;
  unset req.http.X-Location;

  if (req.url == "/health/live") { return (synth(200)); }
  if (req.url == "/health/ready") {
    set req.backend_hint = gate;
    return (pass);
  }
  # WebRTC's signalling and preflights belong to one viewer.
  if (req.url ~ "^/media/" && (req.method == "OPTIONS" || req.url ~ "^/media/[\w-]{1,64}/wh[ie]p(/|\?|$)")) {
    set req.backend_hint = origin;
    return (pass);
  }
  if (req.method != "GET" && req.method != "HEAD") { return (synth(405)); }
  if (req.url ~ "^/media/g/[\w.-]+/[\w-]{1,64}/([\w-]+/)?[\w-]+\.(m3u8|m4s|mp4|json|webp)(\?|$)") {
    set req.http.X-Verdict = regsub(req.url, "^/media/g/([\w.-]+)/([\w-]+)/.*$", "/gate/\2/\1");
    set req.http.X-Content = regsub(req.url, "^/media/g/[\w.-]+/([^?]+).*$", "/media/\1");
  } else if (req.url ~ "^/media/[\w-]{1,64}/([\w-]+/)?[\w-]+\.(m3u8|m4s|mp4|json|webp)(\?|$)") {
    set req.http.X-Verdict = regsub(req.url, "^/media/([\w-]+)/.*$", "/gate/\1/");
    set req.http.X-Content = regsub(req.url, "\?.*$", "");
    # A missing token stays empty, which the gate refuses.
    if (req.url ~ "[?&]token=[\w.-]") {
      set req.http.X-Verdict = req.http.X-Verdict + regsub(req.url, "^.*[?&]token=([\w.-]+).*$", "\1");
      # A playlist's addresses are relative and would lose a grant in the query.
      if (req.http.X-Content ~ "\.m3u8$") {
        set req.http.X-Location = regsub(req.http.X-Verdict, "^/gate/[^/]+/", "g/") + regsub(req.http.X-Content, "^/media", "");
        if (req.http.X-Content ~ "^/media/[^/]+/[^/]+/") { set req.http.X-Location = "../../" + req.http.X-Location; }
        else { set req.http.X-Location = "../" + req.http.X-Location; }
      }
    }
  } else {
    return (synth(404));
  }

  # The delivery directives in one order, and nothing else of the query.
  if (req.url ~ "[?&]_HLS_") {
    if (req.url ~ "[?&]_HLS_(msn|part)(?!=\d{1,12}(&|$))(=|&|$)" || req.url ~ "[?&]_HLS_skip(?!=(YES|v2)(&|$))(=|&|$)" ||
        (req.url ~ "[?&]_HLS_part=" && req.url !~ "[?&]_HLS_msn=")) {
      return (synth(400));
    }
    if (req.http.X-Content ~ "\.m3u8$") {
      set req.http.X-Directives = "";
      if (req.url ~ "[?&]_HLS_msn=") {
        set req.http.X-Directives = regsub(req.url, "^.*[?&]_HLS_msn=0*(\d+).*$", "&_HLS_msn=\1");
      }
      if (req.url ~ "[?&]_HLS_part=") {
        set req.http.X-Directives = req.http.X-Directives + regsub(req.url, "^.*[?&]_HLS_part=0*(\d+).*$", "&_HLS_part=\1");
      }
      if (req.url ~ "[?&]_HLS_skip=") { set req.http.X-Directives = req.http.X-Directives + "&_HLS_skip=YES"; }
      if (req.http.X-Directives != "") {
        set req.http.X-Directives = regsub(req.http.X-Directives, "^&", "?");
        set req.http.X-Content = req.http.X-Content + req.http.X-Directives;
        if (req.http.X-Location) { set req.http.X-Location = req.http.X-Location + req.http.X-Directives; }
      }
      unset req.http.X-Directives;
    }
  }
  set req.http.X-Step = "verdict";
  set req.url = req.http.X-Verdict;
  set req.backend_hint = gate;
  return (hash);
}

sub vcl_hash {
  hash_data(req.url);
  return (lookup);
}

sub vcl_backend_fetch {
  if (bereq.uncacheable) { return (fetch); }
  # One response serves many viewers, so nothing of the first request may change it.
  unset bereq.body;
  unset bereq.http.Authorization;
  unset bereq.http.Cookie;
  unset bereq.http.Expect;
  unset bereq.http.Referer;
  unset bereq.http.Upgrade;
  unset bereq.http.User-Agent;
  unset bereq.http.X-Forwarded-For;
  unset bereq.http.X-Request-Id;
  unset bereq.http.X-Content;
  unset bereq.http.X-Verdict;
  set bereq.http.Host = "edge";
  if (bereq.http.X-Step == "content") {
    set bereq.url = regsub(bereq.url, "^/media/", "/media/g/" + bereq.http.X-Edge-Grant + "/");
  } else {
    set bereq.first_byte_timeout = 1s;
    set bereq.between_bytes_timeout = 1s;
  }
  unset bereq.http.X-Edge-Grant;
  return (fetch);
}

sub vcl_backend_response {
  if (bereq.uncacheable) { return (deliver); }
  set beresp.keep = 0s;
  if (bereq.http.X-Step == "verdict") {
    # The gate sets the lifetime, and how long a stale verdict may be used while a new one is fetched.
    if (beresp.status == 204) { return (deliver); }
  } else if (beresp.status == 200 && beresp.http.Cache-Control !~ "no-store") {
    set beresp.grace = 0s;
    return (deliver);
  }
  # Errors, plain playlists, and reloads that ended without their part. The requests that waited together get the same
  # answer, or each of a crowd would ask the origin. Later requests ask again.
  set beresp.grace = 0s;
  set beresp.ttl = 0.1s;
  return (deliver);
}

sub vcl_backend_error {
  set beresp.http.Content-Type = "application/json; charset=utf-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "1";
  set beresp.http.Access-Control-Allow-Origin = "*";
  set beresp.body = """{"status":"unavailable","message":"The stream is not available right now. Please try again."}""";
  set beresp.ttl = 0.1s;
  set beresp.grace = 0s;
  return (deliver);
}

sub vcl_deliver {
  if (req.http.X-Step == "verdict" && resp.status == 204) {
    if (req.http.X-Location) { return (synth(302)); }
    set req.http.X-Edge-Grant = resp.http.X-Edge-Grant;
    set req.http.X-Step = "content";
    return (restart);
  }
  # Reloads wait for at most 1.2 s. A part may be late by more, and its viewer may be ejected meanwhile.
  if (req.http.X-Step == "content" && !req.http.X-Checked && now - req.time > 1.5s) {
    set req.http.X-Checked = "1";
    set req.http.X-Step = "verdict";
    return (restart);
  }
  unset resp.http.Via;
  unset resp.http.X-Varnish;
  unset resp.http.X-Edge-Grant;
  unset resp.http.X-Watch-Session;
  return (deliver);
}

sub vcl_synth {
  set resp.http.Access-Control-Allow-Origin = "*";
  set resp.http.Cache-Control = "no-store";
  unset resp.http.X-Varnish;
  if (resp.status == 302) {
    set resp.http.Location = req.http.X-Location;
    set resp.body = "";
    return (deliver);
  }
  set resp.http.Content-Type = "application/json; charset=utf-8";
  if (resp.status == 200) { set resp.body = """{"status":"ok"}"""; }
  else if (resp.status == 404) { set resp.body = """{"status":"not_found","message":"Not found."}"""; }
  else if (resp.status == 405) { set resp.body = """{"status":"method_not_allowed","message":"This method is not allowed here."}"""; }
  else { set resp.body = """{"status":"request_invalid","message":"The request is not valid."}"""; }
  return (deliver);
}
